import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Mail } from './compose.ts'
import { createMailTransport, MailRefused } from './transport.ts'

const mail: Mail = {
  from: { name: 'Harbour Hire', address: 'bookings@forecourt.example' },
  to: { name: 'Ada Byron', address: 'ada@renter.example' },
  subject: 'Your booking is confirmed',
  text: 'See you soon',
  html: '<p>See you soon</p>',
}

const saying = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Sends the mail by a server with these habits, logged in when `account` is given, and gives what came of it. */
async function outcome(habits: SMTPServerOptions, account = ''): Promise<unknown> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'forecourt' }),
    ...habits,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const transport = createMailTransport(`smtp://${account}127.0.0.1:${address.port}`)
  onTestFinished(() => transport.close())
  return await transport.send(mail, '<one@forecourt.example>').then(
    () => 'taken',
    (error: unknown) => error,
  )
}

describe('a refusal', () => {
  it.each<[string, SMTPServerOptions]>([
    ['recipient', { onRcptTo: (_address, _session, done) => done(saying(550, '5.1.1 no such mailbox')) }],
    [
      'message',
      {
        onData: (stream, _session, done) => {
          stream.resume()
          stream.on('end', () => done(saying(554, '5.7.1 this looks like spam')))
        },
      },
    ],
  ])('of this %s is final', async (_what, habits) => {
    expect(await outcome(habits)).toBeInstanceOf(MailRefused)
  })

  it.each<[string, SMTPServerOptions, string?]>([
    [
      'the password is wrong (535)',
      { onAuth: (_auth, _session, done) => done(saying(535, 'wrong password')) },
      'forecourt:wrong@',
    ],
    ['a login is missing (530)', { authOptional: false }],
    [
      'a login is missing, said of the recipient (530)',
      { onRcptTo: (_address, _session, done) => done(saying(530, '5.7.0 log in first')) },
    ],
    [
      'we may not relay (554 5.7.1)',
      { onRcptTo: (_address, _session, done) => done(saying(554, '5.7.1 <ada@renter.example>: Relay access denied')) },
    ],
    ['our address is not welcome (553)', { onMailFrom: (_address, _session, done) => done(saying(553, 'not yours')) }],
    ['the greeting is unfriendly (554)', { onConnect: (_session, done) => done(saying(554, 'go away')) }],
    [
      'the mailbox is busy (450)',
      { onRcptTo: (_address, _session, done) => done(saying(450, '4.2.0 try again later')) },
    ],
  ])('because %s loses no mail: it is tried again', async (_why, habits, account) => {
    const came = await outcome(habits, account)
    expect(came).toBeInstanceOf(Error)
    expect(came).not.toBeInstanceOf(MailRefused)
  })

  it('is not what a mail that was taken meets', async () => {
    expect(await outcome({}, 'forecourt:right@')).toBe('taken')
  })
})
