import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, it } from 'vitest'
import type { Mail } from './compose.ts'
import { BookingTemplate } from './mails-for.ts'
import { asMessage, BY_A_MACHINE } from './message.ts'
import { sampleMail } from './samples.ts'

const MESSAGE_ID = '<one@forecourt.example>'

/** What every message has its own of: the time, and what its parts are told apart by. */
const inGeneral = (message: string) =>
  message
    .replaceAll(/--_NmP-[0-9a-f-]+-Part_1/g, 'BOUNDARY')
    .replace(/^Date: .*$/m, 'Date')
    .replaceAll('\r\n', '\n')

async function byNodemailer(mail: Mail): Promise<string> {
  const whole = { ...mail, attachments: [], messageId: MESSAGE_ID, headers: BY_A_MACHINE }
  return (await new MailComposer(whole).compile().build()).toString()
}

it.each(BookingTemplate.options)('%s goes out byte by byte as nodemailer writes it', async (template) => {
  const mail = sampleMail(template)
  expect(inGeneral(asMessage(mail, MESSAGE_ID))).toBe(inGeneral(await byNodemailer(mail)))
})

it('so does what people have typed: long lines, dots, spaces at the end, line ends of any kind, other scripts', async () => {
  const mail = sampleMail('new-request', {
    business: { name: 'Müller & 東京 "Hire"\r\nBcc: evil@evil.example, <b@evil.example>' },
    personal: {
      notes: `.\r\n..\nend \n\ttab\t\rlone = é 🚗 ${'x'.repeat(2_000)} ${'é'.repeat(300)} \ud83d \u0000\u007f\n--_NmP--`,
    },
  })
  const message = asMessage(mail, MESSAGE_ID)
  expect(inGeneral(message)).toBe(inGeneral(await byNodemailer(mail)))
  expect(message.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
})
