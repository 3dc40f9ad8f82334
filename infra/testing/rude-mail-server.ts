import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { type Envelope, type Mail, openMailbox } from '../embedded/mail/mailbox.ts'

export interface RudeMailServer {
  readonly url: string
  taken(): Promise<readonly Mail[]>
  /** How often somebody was turned away. */
  readonly refusals: number
  close(): Promise<void>
}

/**
 * A mail server that takes mails for some and turns away all others for now, saying their whole address in its answer, as
 * real ones do: what they say must not come into logs, jobs or events.
 */
export async function rudeMailServer(takes: (address: string) => boolean): Promise<RudeMailServer> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-mails-'))
  const mailbox = openMailbox(folder)
  const keep = callbackify(async (stream: Readable, envelope: Envelope) => {
    await mailbox.keep(await buffer(stream), envelope)
  })
  let refusals = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      if (takes(address)) return done()
      refusals += 1
      done(Object.assign(new Error(`4.2.1 <${address}> is greylisted, ${address}`), { responseCode: 450 }))
    },
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const from = mailFrom === false ? '' : mailFrom.address
      keep(stream, { from, to: rcptTo.map(({ address }) => address) }, done)
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    async taken() {
      const list = await mailbox.list(Number.POSITIVE_INFINITY)
      return (await Promise.all(list.map(({ id }) => mailbox.open(id)))).filter((mail) => mail !== undefined)
    },
    get refusals() {
      return refusals
    },
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
