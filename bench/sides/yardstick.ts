import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { supervise } from '@forecourt/infra/embedded/supervisor.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { NODE_ENVIRONMENT } from '../../tests/system/support/node.ts'
import { MARK } from '../own-folder.ts'
import { askedFor, refusal } from '../yardstick/booking.ts'
import { changeInTransaction, requestInTransaction } from '../yardstick/bookings-by-transaction.ts'
import type { Variant } from '../yardstick/config.ts'
import { prepareYardstick } from '../yardstick/database.ts'
import { addBusiness, signIn } from '../yardstick/fill.ts'
import { mailsWaiting } from '../yardstick/outbox.ts'
import { freezeAll, processesIn, signalAll } from './freezing.ts'
import type { MailSink } from './mail-sink.ts'
import { foundTown, type Side } from './side.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PUBLIC_URL = 'http://localhost:3000'
/** Between two looks at what is left to do, in milliseconds. */
const LOOK_MS = 200

/** The yardstick: two HTTP processes, as Forecourt has one for reads and one for writes, and the relay of the outbox. */
export async function startYardstick(options: {
  readonly variant: Variant
  readonly dataFolder: string
  readonly databaseUrl: string
  readonly sink: MailSink
  /** Ends the waiting for its processes. */
  readonly stop: AbortSignal
}): Promise<Side> {
  await using opened = new AsyncDisposableStack()
  const { variant, dataFolder, sink } = options
  const [pidFolder, logFolder] = [join(dataFolder, 'run'), join(dataFolder, 'logs')]
  for (const folder of [pidFolder, logFolder]) mkdirSync(folder, { recursive: true })
  const connectionString = await prepareYardstick(options.databaseUrl)
  const secret = randomBytes(32).toString('hex')
  const start = async (name: string, program: string) => {
    const service = await supervise({
      name,
      program: [program],
      workingFolder: ROOT,
      environment: {
        ...NODE_ENVIRONMENT,
        ...MARK,
        NODE_ENV: 'production',
        VARIANT: variant,
        DATABASE_URL: connectionString,
        PUBLIC_URL,
        SESSION_SECRET: secret,
        SMTP_URL: sink.url,
        MAIL_FROM: 'bookings@yardstick.example',
        // For whoever wants to know whether it would be faster with others.
        ...(process.env.YARDSTICK_CONNECTIONS === undefined ? {} : { CONNECTIONS: process.env.YARDSTICK_CONNECTIONS }),
      },
      pidFolder,
      logFolder,
      say: console.log,
      stop: options.stop,
    })
    opened.defer(() => service.stop())
    return service
  }
  const services = await Promise.all([
    start('first', 'bench/yardstick/main.ts'),
    start('second', 'bench/yardstick/main.ts'),
    start('relay', 'bench/yardstick/relay.ts'),
  ])
  const targets = services.slice(0, 2).map((service) => {
    const url = service.url()
    if (url === undefined) throw new Error('the yardstick has ended')
    return { read: url, write: url }
  })
  const log = createLog({ service: 'bench', level: 'silent' })
  // As many as write at once when it is filled: on a busy machine nobody is to wait for another's connection.
  const pool = createPgPool({ connectionString, applicationName: 'bench', max: 32, log })
  opened.defer(() => pool.end())
  const town = await foundTown(async (name, count) => {
    const business = await addBusiness(pool, name, count)
    const cookie = await signIn(pool, business.id, { publicUrl: PUBLIC_URL, secret })
    return { businessId: business.id, slug: name, vehicles: business.vehicles, cookie }
  })
  const owned = opened.move()
  return {
    name: variant,
    targets,
    lookupKey: randomBytes(32).toString('base64'),
    town,
    async book({ businessId }, booking, isApproved) {
      const { id, outcome } = await requestInTransaction(pool, askedFor(booking), undefined)
      if (id === null) throw refusal(outcome)
      if (isApproved) await changeInTransaction(pool, businessId, id, { status: 'approved' })
      await pool.query('delete from outbox where booking_id = $1', [id])
      return id
    },
    async reject({ businessId }, id) {
      const { outcome } = await changeInTransaction(pool, businessId, id, { status: 'rejected' })
      if (outcome !== 'changed') throw refusal(outcome)
      // Those who are still to be told of the request are told.
      await pool.query("delete from outbox where booking_id = $1 and kind = 'rejected'", [id])
    },
    countRows: async () => void (await pool.query('analyze')),
    freeze: () => freezeAll(pidFolder, pool),
    thaw: () => signalAll(pidFolder, 'SIGCONT'),
    processes: () => processesIn(pidFolder),
    // It makes no contracts.
    followUp: async () => ({ mails: sink.taken(), documents: 0, left: await mailsWaiting(pool) }),
    async settled(patience) {
      while ((await pool.query('select from outbox limit 1')).rowCount !== 0) {
        if (patience.aborted) return false
        await pause(LOOK_MS)
      }
      return true
    },
    async [Symbol.asyncDispose]() {
      signalAll(pidFolder, 'SIGCONT')
      await owned.disposeAsync()
    },
  }
}
