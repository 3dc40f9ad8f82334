import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import type { FailureCause } from '@forecourt/domain/notification/events.ts'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Mail } from './compose.ts'
import type { Limits } from './handover.ts'
import { MailNotTaken, notTaken } from './not-taken.ts'
import { TryAgainLater } from './patience.ts'
import { createMailTransport, type MailTransport } from './transport.ts'

const mail: Mail = {
  from: { name: 'Harbour Hire', address: 'bookings@forecourt.example' },
  to: { name: 'Ada Byron', address: 'ada@renter.example' },
  subject: 'Your booking is confirmed',
  text: 'See you soon',
  html: '<p>See you soon</p>',
}

const saying = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Takes the message and answers with this. */
const answering: (error: Error) => NonNullable<SMTPServerOptions['onData']> = (error) => (stream, _session, done) => {
  stream.resume()
  stream.on('end', () => done(error))
}

/** Sends the mail by a server with these habits, logged in when `account` is given, and gives what came of it. */
async function outcome(habits: SMTPServerOptions, account = '', letter: Mail = mail): Promise<unknown> {
  const transport = createMailTransport(`smtp://${account}127.0.0.1:${await listening(habits)}`)
  onTestFinished(() => transport.close())
  return await sent(transport, letter)
}

/** What comes of sending a mail. */
const sent = async (transport: MailTransport, letter: Mail = mail): Promise<unknown> =>
  await transport.send(letter, '<one@forecourt.example>').then(
    () => 'taken',
    (error: unknown) => error,
  )

/** A mail server with these habits. @returns its port */
async function listening(habits: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'forecourt' }),
    closeTimeout: 100,
    ...habits,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

const refused = (why: FailureCause, isFinal: boolean) => expect.objectContaining({ why, isFinal })

describe('a refusal', () => {
  it.each<[string, FailureCause, SMTPServerOptions]>([
    [
      'recipient',
      'address-refused',
      { onRcptTo: (_address, _session, done) => done(saying(550, '5.1.1 no such mailbox')) },
    ],
    ['message', 'message-refused', { onData: answering(saying(554, '5.7.1 this looks like spam')) }],
  ])('of this %s is final', async (_what, why, habits) => {
    expect(await outcome(habits)).toEqual(refused(why, true))
  })

  it.each<[string, FailureCause, SMTPServerOptions, string?]>([
    [
      'the password is wrong (535)',
      'platform-refused',
      { onAuth: (_auth, _session, done) => done(saying(535, 'wrong password')) },
      'forecourt:wrong@',
    ],
    ['a login is missing (530)', 'platform-refused', { authOptional: false }],
    [
      'a login is missing, said of the recipient (530)',
      'platform-refused',
      { onRcptTo: (_address, _session, done) => done(saying(530, '5.7.0 log in first')) },
    ],
    [
      'we may not relay (554 5.7.1)',
      'platform-refused',
      { onRcptTo: (_address, _session, done) => done(saying(554, '5.7.1 <ada@renter.example>: Relay access denied')) },
    ],
    [
      'our sender’s records are not in order (550 5.7.26)',
      'platform-refused',
      { onData: answering(saying(550, '5.7.26 unauthenticated email is not accepted')) },
    ],
    [
      'our address is not welcome (553)',
      'platform-refused',
      { onMailFrom: (_address, _session, done) => done(saying(553, 'not yours')) },
    ],
    [
      'the greeting is unfriendly (554)',
      'platform-refused',
      { onConnect: (_session, done) => done(saying(554, 'go away')) },
    ],
    [
      'the mailbox is busy (450)',
      'receiver-busy',
      { onRcptTo: (_address, _session, done) => done(saying(450, '4.2.0 try again later')) },
    ],
    ['the message is deferred (451)', 'receiver-busy', { onData: answering(saying(451, '4.7.1 greylisted')) }],
  ])('because %s loses no mail: it is tried again', async (_why, why, habits, account) => {
    expect(await outcome(habits, account)).toEqual(refused(why, false))
  })

  it('is not what a mail that was taken meets', async () => {
    expect(await outcome({}, 'forecourt:right@')).toBe('taken')
  })

  it('says no more than a code: what a server quotes stays with it', async () => {
    const came = await outcome({
      onRcptTo: (_address, _session, done) => done(saying(550, '5.1.1 <ada@renter.example> Ada Byron unknown')),
    })
    expect(came).toBeInstanceOf(MailNotTaken)
    expect(String(came)).toBe('MailNotTaken: the mail server answered 550')
  })
})

describe('no answer', () => {
  it.each<[string, FailureCause]>([
    ['ECONNREFUSED', 'server-unreachable'],
    ['ETIMEDOUT', 'server-unreachable'],
    ['EDNS', 'server-unreachable'],
    ['ENOTFOUND', 'server-unreachable'],
    ['EAUTH', 'platform-refused'],
    ['ETLS', 'platform-refused'],
    ['EWHATEVER', 'unknown'],
  ])('%s: %s, and the mail is tried again', (code, why) => {
    expect(notTaken(Object.assign(new Error('ada@renter.example'), { code }))).toEqual(refused(why, false))
  })

  it('of a server that is not there is told apart from a refusal', async () => {
    const transport = createMailTransport('smtp://127.0.0.1:1')
    onTestFinished(() => transport.close())
    await expect(transport.send(mail, '<one@forecourt.example>')).rejects.toEqual(refused('server-unreachable', false))
  })
})

describe('an address', () => {
  it.each([
    'ada@renter.example, evil@evil.example',
    'ada@renter.example\r\nBcc: evil@evil.example',
    'ada@renter.example\nRCPT TO:<evil@evil.example>',
    '<evil@evil.example>',
    '"ada" <evil@evil.example>',
    'friends: evil@evil.example, ada@renter.example;',
    'ada@renter.example\u0000',
    'ada@renter@evil.example',
    'evil@evil.example (ada@renter.example)',
    '',
  ])('%j is refused before anybody is connected to', async (address) => {
    const connected = vi.fn<() => void>()
    const came = await outcome(
      {
        onConnect: (_session, done) => {
          connected()
          done()
        },
      },
      '',
      { ...mail, to: { name: '', address } },
    )
    expect(came).toEqual(refused('address-refused', true))
    expect(connected).not.toHaveBeenCalled()
  })

  it('goes to one mailbox, and names and subjects make no header of their own', async () => {
    const letters: string[] = []
    const to: string[] = []
    const hostile = 'Harbour\r\nBcc: evil@evil.example\r\n\r\n<script>'
    const came = await outcome(
      {
        onRcptTo: ({ address }, _session, done) => {
          to.push(address)
          done()
        },
        onData: (stream, _session, done) =>
          callbackify(async () => {
            letters.push(await text(stream))
          })((error) => done(error)),
      },
      '',
      {
        ...mail,
        from: { ...mail.from, name: hostile },
        replyTo: { name: hostile, address: 'desk@harbour.example' },
        subject: hostile,
      },
    )
    expect(came).toBe('taken')
    expect(to).toEqual(['ada@renter.example'])
    const headers =
      letters
        .join()
        .split('\r\n\r\n')[0]
        ?.replaceAll(/\r\n[ \t]/g, ' ') ?? ''
    expect(headers.split('\r\n').map((line) => line.split(':')[0]?.toLowerCase())).not.toContain('bcc')
    expect(headers).toContain('Message-ID: <one@forecourt.example>')
  })
})

it('a server that says a little now and then keeps no mail for ever: it is tried again', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      // Of an answer of many lines, so that no timeout of silence is ever over.
      const trickle = setInterval(() => socket.write('250-and more\r\n'), 50)
      socket.once('close', () => clearInterval(trickle))
    })
    socket.write('220 ready\r\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const transport = createMailTransport(`smtp://127.0.0.1:${address.port}`, { limits: { welcome: 1_000 } })
  onTestFinished(() => transport.close())
  await expect(transport.send(mail, '<one@forecourt.example>')).rejects.toEqual(refused('server-unreachable', false))
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true)
})

/** A mail server that takes whole messages, and says that it has them only when it is told to. */
async function slowServer() {
  const taken: (() => void)[] = []
  let isSlow = true
  const port = await listening({
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => {
        taken.push(() => done())
        if (!isSlow) done()
      })
    },
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    took: () => taken.length,
    confirm() {
      isSlow = false
      for (const say of taken) say()
    },
  }
}

function transportTo(url: string, limits: Partial<Limits>, ending?: AbortSignal): MailTransport {
  const transport = createMailTransport(url, { limits, ...(ending === undefined ? {} : { ending }) })
  onTestFinished(() => transport.close())
  return transport
}

describe('a server that has the whole message and takes its time to say so', () => {
  it('is waited for, for more than half a minute: it gets each mail once', async () => {
    const server = await slowServer()
    const sending = sent(transportTo(server.url, {}))
    await expect.poll(() => server.took()).toBe(1)
    setTimeout(() => server.confirm(), 31_000)
    expect(await sending).toBe('taken')
    expect(server.took()).toBe(1)
  }, 60_000)

  it('keeps other mails waiting for a moment only', async () => {
    const server = await slowServer()
    const transport = transportTo(server.url, { alone: 50 })
    const sending = Promise.all(Array.from({ length: 7 }, () => sent(transport)))
    await expect.poll(() => server.took()).toBe(7)
    server.confirm()
    expect(new Set(await sending)).toEqual(new Set(['taken']))
  })

  it('cuts off no mail that has waited for its turn, however long the others have taken', async () => {
    const server = await slowServer()
    const transport = transportTo(server.url, { welcome: 6_000, envelope: 6_000, message: 6_000 })
    const sending = Promise.all(Array.from({ length: 5 }, () => sent(transport)))
    await expect.poll(() => server.took()).toBe(3)
    setTimeout(() => server.confirm(), 7_000)
    expect(new Set(await sending)).toEqual(new Set(['taken']))
    expect(server.took()).toBe(5)
  })

  it('is not waited for by a process that is to stop: its mails are given back, and none has failed', async () => {
    const server = await slowServer()
    const ending = new AbortController()
    const transport = transportTo(server.url, { end: 50 }, ending.signal)
    const sending = Promise.all(Array.from({ length: 5 }, () => sent(transport)))
    await expect.poll(() => server.took()).toBe(3)
    ending.abort()
    for (const outcomeOfOne of await sending) expect(outcomeOfOne).toBeInstanceOf(TryAgainLater)
    expect(await sent(transport), 'nor is one begun').toBeInstanceOf(TryAgainLater)
    expect(server.took()).toBe(3)
  })
})

describe('a server that says nothing more', () => {
  it.each<[string, Partial<Limits>, SMTPServerOptions]>([
    ['when it is greeted', { welcome: 200 }, { onConnect: () => {} }],
    ['about the recipient', { envelope: 200 }, { onRcptTo: () => {} }],
    ['about the message', { answer: 200 }, { onData: (stream) => void stream.resume() }],
  ])('%s is given up in the end, and keeps no connection', async (_when, limits, habits) => {
    const transport = transportTo(`smtp://127.0.0.1:${await listening(habits)}`, limits)
    const sending = await Promise.all(Array.from({ length: 4 }, () => sent(transport)))
    for (const outcomeOfOne of sending) expect(outcomeOfOne).toEqual(refused('server-unreachable', false))
  })
})
