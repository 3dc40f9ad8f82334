import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { notificationStream } from '@forecourt/domain/streams.ts'
import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'
import { createVault, type Vault } from '@forecourt/event-log/vault/vault.ts'
import { createMailCatcher, type MailCatcher } from '@forecourt/infra/embedded/mail/mail-catcher.ts'
import { type Mail, type Mailbox, openMailbox } from '@forecourt/infra/embedded/mail/mailbox.ts'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createDatabase, type Database } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { type MailQueue, openMailQueue } from '../queue/mail-queue.ts'
import { runReactor } from '../reactor/reactor.ts'
import { runSweep } from '../reactor/sweep.ts'
import { redisForTests } from '../testing/redis.ts'
import { beginStory } from '../testing/story.ts'
import { type Delivery, deliver } from './deliver.ts'
import { mailsFor } from './mails-for.ts'
import { createMailTransport, type MailTransport } from './transport.ts'

const log = createLog({ service: 'test', level: 'silent' })
const key = Buffer.alloc(32, 7).toString('base64')

const redis = await redisForTests()
afterAll(() => redis?.stop())

const stores = [
  { name: 'PostgreSQL', redisUrl: undefined, missing: undefined },
  { name: 'Redis', redisUrl: redis?.url, missing: redis ? undefined : 'no redis-server: apt-get install redis-server' },
]

interface Options {
  readonly transport?: MailTransport
  readonly work?: boolean
  readonly grace?: number
  readonly patience?: readonly number[]
  readonly now?: () => Date
}

describe.each(stores)('mails, with the queue on $name', ({ redisUrl, missing }) => {
  let test: TestDatabase
  let database: Database
  let eventLog: EventLog
  let vault: Vault
  let folder: string
  let catcher: MailCatcher
  let mailbox: Mailbox
  let transport: MailTransport
  beforeEach(async (context) => {
    if (missing !== undefined) context.skip(missing)
    test = await createTestDatabase()
    eventLog = await openEventLog({ databaseUrl: test.url })
    vault = createVault({ connectionString: test.url, masterKey: key, lookupKey: key })
    database = await createDatabase({ connectionString: test.url, applicationName: 'test' })
    folder = await mkdtemp(path.join(tmpdir(), 'forecourt-mails-'))
    catcher = createMailCatcher({ dir: folder })
    transport = createMailTransport(await catcher.listen())
    mailbox = openMailbox(folder)
  })
  /** What runs on the database must end before it is dropped. */
  const running = new Set<() => Promise<void>>()
  afterEach(async () => {
    if (test === undefined) return
    for (const stop of running) await stop()
    running.clear()
    transport.close()
    await catcher.close()
    await eventLog.close()
    await vault.close()
    await database.end()
    await test.drop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Reactor, sweep and worker as the process runs them; `stop` ends them in order. */
  async function startWorkers(options: Options = {}) {
    const queue: MailQueue = await openMailQueue({ redisUrl, databaseUrl: test.url, log })
    const ending = new AbortController()
    const delivery: Delivery = {
      eventLog,
      vault,
      database,
      log,
      transport: options.transport ?? transport,
      from: 'bookings@forecourt.example',
      publicUrl: 'http://localhost:3000',
      appVersion: '0',
      now: options.now ?? (() => new Date()),
      patience: options.patience ?? [50, 50, 50, 50],
    }
    const worker = options.work === false ? undefined : await queue.work((id, job) => deliver(delivery, id, job))
    const loops = Promise.all([
      runReactor({ eventLog, database, queue, log }, ending.signal),
      runSweep({ database, queue, log, every: 100, grace: options.grace ?? 100 }, ending.signal),
    ])
    let stopped = false
    const stop = async () => {
      if (stopped) return
      stopped = true
      ending.abort()
      await worker?.close()
      await loops
      await queue.close()
    }
    running.add(stop)
    return { queue, stop }
  }

  const caught = async (count: number): Promise<Mail[]> => {
    await vi.waitFor(async () => expect(await mailbox.count()).toBe(count), { timeout: 15_000, interval: 50 })
    const mails = await Promise.all((await mailbox.list(100)).map(({ id }) => mailbox.open(id)))
    return mails.filter((mail) => mail !== undefined)
  }

  const settled = async (count: number) =>
    await vi.waitFor(
      async () =>
        expect(
          await database.oneFirst(sql.type(z.object({ count: z.number() }))`
            select count(*)::int as count from reactions.due where settled
          `),
        ).toBe(count),
      { timeout: 15_000, interval: 50 },
    )

  const historyOf = async (notificationId: string) =>
    (await Array.fromAsync(eventLog.read(notificationStream(notificationId)))).map(({ type }) => type)

  it('a request is mailed to the customer and to the business, an approval to the customer', async () => {
    const story = await beginStory(eventLog, vault)
    await startWorkers()
    const booking = await story.request({ email: 'ada@renter.example' })
    await caught(2)
    await story.approve(booking)
    const mails = await caught(3)
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringMatching(/^New booking request #BR-1765180800000: Ford Fiesta/),
      expect.stringMatching(/^We have your booking request #BR-1765180800000$/),
      expect.stringMatching(/^Your booking #BR-1765180800000 is confirmed$/),
    ])
    for (const mail of mails) expect(mail.envelope.to).toHaveLength(1)
  })

  it('the answer to a customer goes to the business, whose name is the sender', async () => {
    const story = await beginStory(eventLog, vault, { contactEmail: 'desk@harbour.example' })
    await startWorkers()
    await story.request({ email: 'ada@renter.example' })
    const mails = await caught(2)
    const toCustomer = mails.find(({ envelope }) => envelope.to.includes('ada@renter.example'))
    expect(toCustomer?.replyTo.join()).toContain('desk@harbour.example')
    expect(toCustomer?.envelope.from).toBe('bookings@forecourt.example')
  })

  it('history that was brought in from elsewhere mails nobody', async () => {
    const story = await beginStory(eventLog, vault)
    await startWorkers()
    await story.request({ actorKind: 'import', email: 'old@renter.example' })
    await story.request({ email: 'new@renter.example' })
    const mails = await caught(2)
    expect(mails.flatMap(({ envelope }) => envelope.to)).not.toContain('old@renter.example')
  })

  it('one address gets at most 3 mails a day from anonymous requests of one business; the business is always told', async () => {
    const story = await beginStory(eventLog, vault, { contactEmail: 'desk@harbour.example' })
    await startWorkers()
    for (let n = 0; n < 5; n++) await story.request({ email: 'victim@renter.example' })
    await story.request({ email: 'victim@renter.example', channel: 'desk' })
    await settled(12)
    const mails = await caught(3 + 1 + 6)
    expect(mails.filter(({ envelope }) => envelope.to.includes('victim@renter.example'))).toHaveLength(4)
  })

  it('a mail server that is down for a while loses nothing, and each failure is on record', async () => {
    const story = await beginStory(eventLog, vault)
    let failures = 3
    await startWorkers({
      transport: {
        ...transport,
        send: async (mail, id) => {
          if (failures-- > 0) throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
          await transport.send(mail, id)
        },
      },
    })
    const booking = await story.request()
    await caught(2)
    await settled(2)
    const histories = await Promise.all(
      mailsFor({ id: booking.eventId, type: 'BookingRequested', metadata: {} }).map(({ notificationId }) =>
        historyOf(notificationId),
      ),
    )
    expect(histories.flat().filter((type) => type === 'NotificationFailed')).toHaveLength(3)
    expect(histories.map((history) => history.at(-1))).toEqual(['NotificationSent', 'NotificationSent'])
  })

  it('a mail that the server refuses for good is abandoned and said so', async () => {
    const story = await beginStory(eventLog, vault, { contactEmail: null })
    const refused = createMailTransport(await refusingServer())
    onTestFinished(() => refused.close())
    await startWorkers({ transport: refused })
    const booking = await story.request()
    await settled(2)
    const [toCustomer, toBusiness] = mailsFor({ id: booking.eventId, type: 'BookingRequested', metadata: {} })
    expect(await historyOf(toCustomer?.notificationId ?? '')).toEqual(['NotificationFailed', 'NotificationAbandoned'])
    expect(await historyOf(toBusiness?.notificationId ?? '')).toEqual(['NotificationWithdrawn'])
  })

  it('a customer who was erased meanwhile is written to no more', async () => {
    const story = await beginStory(eventLog, vault)
    const booking = await story.request({ email: 'gone@renter.example' })
    await vault.forget(booking.customerId)
    await startWorkers()
    await settled(2)
    expect(await mailbox.count()).toBe(0)
  })

  it('an emptied queue is filled again by the sweep', async () => {
    const story = await beginStory(eventLog, vault)
    const first = await startWorkers({ work: false, grace: 60_000 })
    await story.request()
    await vi.waitFor(async () =>
      expect(
        await database.oneFirst(sql.type(z.object({ n: z.number() }))`select count(*)::int as n from reactions.due`),
      ).toBe(2),
    )
    await first.queue.obliterate()
    await first.stop()
    expect(await mailbox.count()).toBe(0)
    await startWorkers()
    await caught(2)
  })

  it('the same delivery twice sends one mail', async () => {
    const story = await beginStory(eventLog, vault)
    const { queue } = await startWorkers()
    const booking = await story.request()
    await caught(2)
    await settled(2)
    const jobs = mailsFor({ id: booking.eventId, type: 'BookingRequested', metadata: {} }).map(
      ({ notificationId, template }) => ({
        notificationId,
        job: {
          template,
          stream: `rent.schedule-${booking.bookingId.slice(0, 36)}`,
          revision: String(booking.revision),
        },
      }),
    )
    await queue.add(jobs)
    await vi.waitFor(async () => expect(await queue.waiting()).toBe(0))
    expect(await mailbox.count()).toBe(2)
  })

  it('two reactors at work enter each fact once', async () => {
    const story = await beginStory(eventLog, vault)
    await Promise.all([startWorkers(), startWorkers()])
    for (let n = 0; n < 20; n++) await story.request()
    await settled(40)
    expect(await mailbox.count()).toBe(40)
  })

  it('no job carries what a customer said', async () => {
    const story = await beginStory(eventLog, vault)
    const { queue } = await startWorkers({ work: false, grace: 60_000 })
    await story.request({ name: 'CANARY-NAME', email: 'canary-mail@renter.example', notes: 'CANARY-NOTES' })
    await vi.waitFor(async () => expect(await queue.waiting()).toBe(2))
    expect(JSON.stringify(await queue.peek()).toLowerCase()).not.toContain('canary')
  })
})

/** A mail server that refuses every recipient for good. */
async function refusingServer(): Promise<string> {
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `smtp://127.0.0.1:${address.port}`
}
