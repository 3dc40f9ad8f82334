import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { NotificationEvent } from '@forecourt/domain/notification/events.ts'
import { notificationStream } from '@forecourt/domain/streams.ts'
import { encodeAll } from '@forecourt/event-log/codec.ts'
import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import type { EventLog, Recorded } from '@forecourt/event-log/port.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault, type Vault } from '@forecourt/event-log/vault/vault.ts'
import { createMailCatcher, type MailCatcher } from '@forecourt/infra/embedded/mail/mail-catcher.ts'
import { type Mail, type Mailbox, openMailbox } from '@forecourt/infra/embedded/mail/mailbox.ts'
import { startTestObjectStorage, type TestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog, type Log } from '@forecourt/kit/logging.ts'
import { createObjectStorage, type ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { createDatabase, type Database } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { vi } from 'vitest'
import type { Making } from '../contracts/make.ts'
import { createMailTransport, type MailTransport } from '../mail/transport.ts'
import { handle, type Work } from '../queue/handle.ts'
import { type MailQueue, openMailQueue } from '../queue/mail-queue.ts'
import { runReactor } from '../reactor/reactor.ts'
import { createSettling } from '../reactor/settling.ts'
import { runSweep } from '../reactor/sweep.ts'
import type { RightClock } from '../right-clock.ts'
import { leftToDo, mailsDue, reaches, reminders } from './ledger.ts'
import { emptyRedis } from './redis.ts'

/** `MASTER_KEY` and `LOOKUP_KEY` of these workers. */
export const WORKERS_KEY = Buffer.alloc(32, 7).toString('base64')
const key = WORKERS_KEY
export const lookupKey = keyFromBase64(key)

interface Hours {
  readonly transport?: MailTransport
  readonly storage?: Making['storage']
  /** Without, jobs wait in the queue. */
  readonly work?: boolean
  /** Milliseconds that the sweep leaves a mail to the reactor. */
  readonly grace?: number
  /** So many jobs may be ready before the reactor reads on; as in the product when absent. */
  readonly room?: number
  readonly patience?: readonly number[]
  readonly now?: () => Date
  readonly isRight?: RightClock
}

/** Reactor, sweep and worker with a database, a queue and a mail server of their own: all of them the real ones. */
export class PostOffice implements AsyncDisposable {
  readonly eventLog: EventLog
  readonly vault: Vault
  readonly database: Database
  readonly mailbox: Mailbox
  readonly transport: MailTransport
  readonly storage: ObjectStorage
  /** Lines that the product logged. */
  readonly lines: string[]
  readonly #log: Log
  readonly #redisUrl: string | undefined
  readonly #test: TestDatabase
  readonly #folder: string
  readonly #catcher: MailCatcher
  readonly #files: TestObjectStorage
  /** What the clock said each time a sweep asked for it. */
  readonly #sweeps: Date[] = []
  readonly #queues: MailQueue[] = []
  /** What runs on the database must end before it is dropped. */
  readonly #running = new Set<() => Promise<void>>()

  private constructor(
    parts: Pick<PostOffice, 'eventLog' | 'vault' | 'database' | 'mailbox' | 'transport' | 'storage'>,
    own: {
      readonly redisUrl: string | undefined
      readonly test: TestDatabase
      readonly folder: string
      readonly catcher: MailCatcher
      readonly files: TestObjectStorage
    },
  ) {
    this.eventLog = parts.eventLog
    this.vault = parts.vault
    this.database = parts.database
    this.mailbox = parts.mailbox
    this.transport = parts.transport
    this.storage = parts.storage
    this.#files = own.files
    this.lines = []
    this.#log = createLog({ service: 'test', level: 'warn' }, { write: (line) => void this.lines.push(line) })
    this.#redisUrl = own.redisUrl
    this.#test = own.test
    this.#folder = own.folder
    this.#catcher = own.catcher
  }

  /** @param redisUrl where the queue is, which begins empty; on PostgreSQL when absent */
  static async open(redisUrl?: string): Promise<PostOffice> {
    if (redisUrl !== undefined) await emptyRedis(redisUrl)
    const test = await createTestDatabase()
    const folder = await mkdtemp(path.join(tmpdir(), 'forecourt-mails-'))
    const catcher = createMailCatcher({ dir: folder })
    const files = await startTestObjectStorage()
    const storage = createObjectStorage(files.config)
    await storage.ensureBucket()
    return new PostOffice(
      {
        eventLog: await openEventLog({ databaseUrl: test.url }),
        vault: createVault({ connectionString: test.url, masterKey: key, lookupKey: key }),
        database: await createDatabase({ connectionString: test.url, applicationName: 'test' }),
        mailbox: openMailbox(folder),
        transport: createMailTransport(await catcher.listen()),
        storage,
      },
      { redisUrl, test, folder, catcher, files },
    )
  }

  /** Starts reactor, sweep and worker as the process runs them; `stop` ends them in order. */
  async start(hours: Hours = {}): Promise<{ readonly queue: MailQueue; readonly stop: () => Promise<void> }> {
    const { eventLog, vault, database } = this
    const log = this.#log
    const queue = await openMailQueue({ redisUrl: this.#redisUrl, databaseUrl: this.#test.url, log })
    const ending = new AbortController()
    const { settled, close: writeSettled } = createSettling(database, log)
    const work: Work = {
      eventLog,
      vault,
      database,
      log,
      transport: hours.transport ?? this.transport,
      storage: hours.storage ?? this.storage,
      lookupKey,
      from: 'bookings@forecourt.example',
      publicUrl: 'http://localhost:3000',
      appVersion: '0',
      now: hours.now ?? (() => new Date()),
      ...(hours.isRight === undefined ? {} : { isRight: hours.isRight }),
      patience: hours.patience ?? [50, 50, 50, 50],
      settled,
    }
    const worker = hours.work === false ? undefined : await queue.work((id, job) => handle(work, id, job))
    const sweepClock = () => {
      const at = work.now()
      this.#sweeps.push(at)
      return at
    }
    this.#queues.push(queue)
    const loops = Promise.all([
      runReactor({ eventLog, database, queue, log, room: hours.room }, ending.signal),
      runSweep({ database, queue, log, every: 100, grace: hours.grace ?? 100, now: sweepClock }, ending.signal),
    ])
    const stop = async () => {
      if (!this.#running.delete(stop)) return
      ending.abort()
      await worker?.close()
      await writeSettled()
      await loops
      await queue.close()
    }
    this.#running.add(stop)
    return { queue, stop }
  }

  /** A mail server that these errors stand before: one for each attempt, then mails pass. */
  failing(...errors: readonly Error[]): MailTransport {
    const left = [...errors]
    return {
      ...this.transport,
      send: async (mail, id) => {
        const error = left.shift()
        if (error) throw error
        await this.transport.send(mail, id)
      },
    }
  }

  /** The mails that went out, once there are so many. */
  async caught(count: number): Promise<Mail[]> {
    await reaches(count, () => this.mailbox.count())
    const mails = await Promise.all((await this.mailbox.list(100)).map(({ id }) => this.mailbox.open(id)))
    return mails.filter((mail) => mail !== undefined)
  }

  /** Resolves when so many mails are due no more. */
  async settled(count: number): Promise<void> {
    await reaches(count, () => mailsDue(this.database, sql.fragment`settled`))
  }

  /** Resolves when the reactor has entered so many mails. */
  async due(count: number): Promise<void> {
    await reaches(count, () => mailsDue(this.database, sql.fragment`true`))
  }

  /** Resolves when the reactor has entered so many reminders. */
  async remindersEntered(count: number): Promise<void> {
    await reaches(count, () => reminders(this.database, sql.fragment`true`))
  }

  /** Resolves when no reminder that is due by then, or at all, is left to be sent. */
  async remindersSettled(by = new Date('9999-01-01T00:00:00Z')): Promise<void> {
    const open = sql.fragment`not settled and due_at <= ${by.toISOString()}::timestamptz`
    await reaches(0, () => reminders(this.database, open))
  }

  /** Resolves when a sweep that began after this clock was set has ended: two are begun and ended by then. */
  async sweptAt(now: Date): Promise<void> {
    const begun = this.#sweeps.filter((at) => at >= now).length
    await vi.waitFor(
      () => {
        if (this.#sweeps.filter((at) => at >= now).length < begun + 2) throw new Error('no sweep yet')
      },
      { timeout: 60_000, interval: 50 },
    )
  }

  /** Resolves when a reminder of this kind waits in the queue. */
  async queued(template: string): Promise<void> {
    await vi.waitFor(
      async () => {
        const jobs = await Promise.all(this.#queues.map((queue) => queue.peek()))
        if (!JSON.stringify(jobs).includes(template)) throw new Error('it is not in the queue')
      },
      { timeout: 60_000, interval: 50 },
    )
  }

  /** How much is due and not done. */
  async unsettled(): Promise<number> {
    const { due, read } = await leftToDo(this.database)
    // What the reactor has not read is not done either.
    return read < (await this.eventLog.head()) ? due + 1 : due
  }

  /** Another process writes down what became of a mail of which nothing is written yet. */
  async record(notificationId: string, events: readonly NotificationEvent[]): Promise<void> {
    const stream = notificationStream(notificationId)
    const metadata = {
      tenantId: '',
      actorKind: 'system',
      actorId: 'mail',
      commandId: randomUUID(),
      commandDigest: '',
      $correlationId: randomUUID(),
      $causationId: randomUUID(),
      occurredAt: new Date().toISOString(),
      appVersion: '0',
    } as const
    await this.eventLog.append(stream, 'noStream', encodeAll(stream, events, undefined, metadata))
  }

  /** What the log says of a mail. */
  async recordsOf(notificationId: string): Promise<Recorded[]> {
    return await Array.fromAsync(this.eventLog.read(notificationStream(notificationId)))
  }

  async historyOf(notificationId: string): Promise<string[]> {
    return (await this.recordsOf(notificationId)).map(({ type }) => type)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stop of this.#running) await stop()
    this.transport.close()
    await this.#catcher.close()
    await this.eventLog.close()
    await this.vault.close()
    await this.database.end()
    await this.#test.drop()
    this.storage.close()
    await this.#files.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
