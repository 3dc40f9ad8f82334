import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Mail } from './compose.ts'
import { asMessage, BY_A_MACHINE } from './message.ts'
import { MailNotTaken, notTaken } from './not-taken.ts'

/** A mail server. */
export interface MailTransport {
  /** Hands the mail over. @throws {MailNotTaken} says why, and whether it will ever be */
  send(mail: Mail, messageId: string): Promise<void>
  close(): void
}

/** One address and nothing else: no list, no name, no second line (SECURITY rule 17). */
const ONE_ADDRESS = /^[^\s@,;:<>()[\]"\\\p{C}]{1,64}@[^\s@,;:<>()[\]"\\\p{C}]{1,255}$/u

/** A server that says a little now and then is never silent, and keeps one of three connections. In milliseconds. */
const LONGEST_DELIVERY = 120_000

/**
 * Connects to `SMTP_URL` when there is something to send. Files and addresses in mails are never fetched.
 * @param longest how long one delivery may take, its wait for a connection included, in milliseconds
 */
export function createMailTransport(smtpUrl: string, longest = LONGEST_DELIVERY): MailTransport {
  const transport = createTransport({ pool: true, maxConnections: 3, ...serverAt(smtpUrl) })
  return {
    async send(mail, messageId) {
      // Who made it into the log past today's rules still makes no header of their own.
      if (!ONE_ADDRESS.test(mail.to.address)) throw new MailNotTaken('address-refused', 'it is not one address')
      try {
        await transport.sendMail({ ...asSent(mail, messageId), signal: AbortSignal.timeout(longest) })
      } catch (error) {
        throw notTaken(error)
      }
    },
    close: () => transport.close(),
  }
}

/** What nodemailer is given: a message that is written, or what a message with files is to be made of. */
function asSent(mail: Mail, messageId: string): SendMailOptions {
  const { from, to, attachments = [] } = mail
  if (attachments.length > 0) return { ...mail, attachments: [...attachments], messageId, headers: BY_A_MACHINE }
  return { raw: asMessage(mail, messageId), envelope: { from: from.address, to: to.address }, messageId }
}

/**
 * Asks the mail server whether it would take mails from us; nothing is sent.
 * @throws {Error} it does not answer, or does not know the user
 */
export async function greetMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport(serverAt(smtpUrl))
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function serverAt(smtpUrl: string) {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
