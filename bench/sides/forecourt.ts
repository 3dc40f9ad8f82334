import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { changeBooking } from '@forecourt/command/booking/change.ts'
import { requestBooking } from '@forecourt/command/booking/request.ts'
import type { Call } from '@forecourt/command/log/call.ts'
import { createCore } from '@forecourt/command/log/core.ts'
import type { Executed } from '@forecourt/command/log/execute.ts'
import { BookingId, BusinessId } from '@forecourt/domain/ids.ts'
import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { openDatabase, openMail, openStorage } from '@forecourt/infra/embedded/parts.ts'
import { migrateDatabase } from '@forecourt/infra/embedded/prepare-database.ts'
import { createProgress } from '@forecourt/infra/embedded/progress.ts'
import { keepSecrets } from '@forecourt/infra/embedded/secrets.ts'
import { environmentOf, startServices } from '@forecourt/infra/embedded/services.ts'
import { readSettings } from '@forecourt/infra/embedded/settings.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createDatabase, createPgPool } from '@forecourt/kit/postgres.ts'
import { Client } from '../../tests/system/support/client.ts'
import { onboard } from '../../tests/system/support/tenant.ts'
import { freezeAll, processesIn, signalAll } from './freezing.ts'
import { documentsMade, leftToDo } from './left-to-do.ts'
import type { MailSink } from './mail-sink.ts'
import { foundTown, type Side } from './side.ts'

/** One machine sends what a town would. */
const NO_LIMIT = '1000000'
/** Between two looks at what is left to do, in milliseconds. */
const LOOK_MS = 200

/** Nobody is mailed of what comes from elsewhere. */
const quietly: Call = { actor: { kind: 'import', name: 'bench' }, now: () => new Date() }

interface ForecourtOptions {
  /** Where it keeps what it has: it must be there, and empty. */
  readonly dataFolder: string
  readonly databaseUrl: string
  /** With it the log is in EventStoreDB. */
  readonly eventStoreUrl: string | undefined
  readonly sink: MailSink
  /** Ends the waiting for its processes. */
  readonly stop: AbortSignal
}

/** The product as `npm start` runs it but for the gateway in front: command, query, projector and workers. */
export async function startForecourt({
  dataFolder,
  databaseUrl,
  eventStoreUrl,
  sink,
  stop,
}: ForecourtOptions): Promise<Side> {
  await using opened = new AsyncDisposableStack()
  mkdirSync(dataFolder, { recursive: true })
  const settings = readSettings({
    FORECOURT_DATA: dataFolder,
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    SMTP_URL: sink.url,
    RATE_LIMIT_FACTOR: NO_LIMIT,
  })
  const progress = createProgress(console.log)
  const { say } = progress
  const secrets = keepSecrets(dataFolder, {})
  const database = await openDatabase(settings, secrets, say)
  const storage = opened.use(await openStorage(settings, secrets, say))
  const environment = environmentOf(settings, secrets, database, storage, await openMail(settings))
  await migrateDatabase(database, secrets)
  const services = opened.use(await startServices(dataFolder, { ...environment, TRUSTED_HOPS: '0' }, progress, stop))
  const urlOf = (name: 'command' | 'query'): string => {
    const url = services.all[name].url()
    if (url === undefined) throw new Error(`${name} has ended`)
    return url
  }

  const lookupKey = secrets.LOOKUP_KEY
  const log = createLog({ service: 'bench', level: 'silent' })
  const pool = createPgPool({ connectionString: databaseUrl, applicationName: 'bench', log })
  opened.defer(() => pool.end())
  const reactions = await createDatabase({ connectionString: databaseUrl, applicationName: 'bench', max: 1 })
  opened.defer(() => reactions.end())
  const eventLog = await openEventLog({ eventStoreUrl, databaseUrl })
  opened.defer(() => eventLog.close())
  const vault = createVault({ connectionString: databaseUrl, masterKey: secrets.MASTER_KEY, lookupKey })
  opened.defer(() => vault.close())
  const core = createCore({ log: eventLog, vault, lookupKey: keyFromBase64(lookupKey) })
  const client = () => new Client(() => [urlOf('command')])
  const town = await foundTown(async (_name, count) => {
    const tenant = await onboard({ core, pool, client }, count)
    const { businessId, slug, vehicles } = tenant
    return { businessId, slug, vehicles, cookie: (await tenant.staff()).cookie }
  })

  /** The rows have come to the end of the log, and no mail or document is due. */
  const isSettled = async (): Promise<boolean> => {
    const { rowCount } = await pool.query('select from reactions.due where not settled limit 1')
    // The book does not know yet of what is still to be read.
    if (rowCount !== 0 || (await leftToDo(reactions, eventLog)) !== 0) return false
    const answer = await fetch(`${urlOf('query')}/api/admin/bookings?limit=1`, {
      headers: { cookie: town.desk.cookie, 'x-log-position': String(await eventLog.head()) },
    })
    await answer.text()
    return answer.ok && !answer.headers.has('x-stale')
  }
  const pidFolder = join(dataFolder, 'run')
  const owned = opened.move()
  return {
    name: 'forecourt',
    targets: [{ read: urlOf('query'), write: urlOf('command') }],
    lookupKey,
    town,
    async book({ businessId }, booking, isApproved) {
      const { id } = done(await requestBooking(core, quietly, booking))
      const staff = { businessId: BusinessId.parse(businessId) }
      if (isApproved) done(await changeBooking(core, quietly, staff, id, { status: 'approved' }))
      return id
    },
    async reject({ businessId }, id) {
      const staff = { businessId: BusinessId.parse(businessId) }
      done(await changeBooking(core, quietly, staff, BookingId.parse(id), { status: 'rejected' }))
    },
    countRows: async () => void (await pool.query('analyze')),
    freeze: () => freezeAll(pidFolder, pool),
    thaw: () => signalAll(pidFolder, 'SIGCONT'),
    processes: () => processesIn(pidFolder),
    followUp: async () => ({
      mails: sink.taken(),
      documents: await documentsMade(pool),
      left: await leftToDo(reactions, eventLog),
    }),
    async settled(patience) {
      while (!(await isSettled())) {
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

function done<Refusal extends { readonly code: string }, Answer>(executed: Executed<Refusal, Answer>): Answer {
  if (!executed.ok) throw new Error(`a booking is refused: ${executed.refusal.code}`)
  return executed.answer
}
