import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'
import { createPostgresEventLog } from '@forecourt/event-log/postgres/postgres-event-log.ts'
import { publicKeyOf, sealKey } from '@forecourt/event-log/seals/keys.ts'
import { sealsInLog } from '@forecourt/event-log/seals/read-seals.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { createReadModel } from '@forecourt/query/projection/schema.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { runSealer } from '@forecourt/workers/seals/sealer.ts'
import { z } from 'zod'
import { writeHistory } from './generator/history.ts'
import { USUAL } from './generator/plan.ts'
import { startDatabases } from './measure/database.ts'
import { keptAs, readOptions } from './options.ts'
import { orderOf } from './ratios/rounds.ts'
import { runProgram } from './replay/programs.ts'
import { type Goal, keepResults } from './results.ts'
import { median } from './statistics.ts'

/**
 * `npm run bench -- replay`: events per second of the operators' `rebuild` and `verify` on a history of a million events
 * (`--events 100000`: of so many), beside a bare loop over the same log, each in a process of its own; and the most memory that each had. Rounds
 * alternate; medians are printed, and memory at its worst.
 */
const options = readOptions()
const { quick, events: size = quick ? 20_000 : 1_000_000, rounds: asked } = options
const ROUNDS = asked ?? (quick ? 2 : 5)
const GOALS = { rebuildPerSecond: 40_000, rebuildToBare: 0.8, verifyPerSecond: 60_000, memoryMB: 400 }
/** A booking is asked for, answered, noted down about now and then, and ended: so many events, on average. */
const EVENTS_A_BOOKING = 2.7

const Rate = z.object({ events: z.int(), eventsPerSecond: z.number() })
const BareLoop = z
  .object({ events: z.int(), seconds: z.number() })
  .transform(({ events, seconds }) => ({ events, eventsPerSecond: events / seconds }))
const Verified = Rate.extend({ findings: z.array(z.unknown()).length(0), unsealed: z.literal(0) })

await using databases = await startDatabases()
const { url } = await databases.create('replay')
const keys = { master: randomKey(), lookup: randomKey(), seal: randomKey() }
const environment = {
  NODE_ENV: 'production',
  DATABASE_URL: url,
  MASTER_KEY: keys.master,
  LOOKUP_KEY: keys.lookup,
  PUBLIC_URL: 'http://localhost:3000',
  SEAL_PUBLIC_KEYS: publicKeyOf(keys.seal),
}

const written = await prepare(size)
console.log(
  `${written.events} events of ${written.bookings} bookings were written at ${Math.round(written.events / written.seconds)}/s.`,
)

const programs = {
  'bare loop': () => runProgram(['bench/replay/bare-loop.ts', url], environment, BareLoop),
  rebuild: () => runProgram(['services/operator/main.ts', 'rebuild', '--from-scratch', '--json'], environment, Rate),
  verify: () => runProgram(['services/operator/main.ts', 'verify', '--json'], environment, Verified),
}
type Program = keyof typeof programs
const NAMES: readonly Program[] = ['bare loop', 'rebuild', 'verify']
interface Round {
  readonly rate: number
  readonly peak: number
  /** Microseconds of a processor for each event: the program's, from its start on, and the database's. */
  readonly own: number
  readonly database: number
}
const rounds: Record<Program, Round[]> = { 'bare loop': [], rebuild: [], verify: [] }
for (let round = 0; round < ROUNDS; round += 1) {
  for (const name of orderOf(NAMES, round)) {
    const before = databases.processorSeconds()
    const { facts, peak, processorSeconds } = await programs[name]()
    if (facts.events < written.events)
      throw new Error(`${name} took ${facts.events} of ${written.events} events: its rate says nothing`)
    const each = (seconds: number) => (seconds * 1_000_000) / facts.events
    rounds[name].push({
      rate: facts.eventsPerSecond,
      peak,
      own: each(processorSeconds),
      database: each(databases.processorSeconds() - before),
    })
  }
}

const medianOf = (name: Program, figure: keyof Round) => median(rounds[name].map((round) => round[figure]))
/** Within its round, because from one round to the next the machine changes. */
const toBare = (name: Program) =>
  median(rounds[name].map(({ rate }, round) => rate / (rounds['bare loop'][round]?.rate ?? Number.NaN)))
const table = NAMES.map((program) => ({
  program,
  'events/s': Math.round(medianOf(program, 'rate')),
  '÷ bare loop': Number(toBare(program).toFixed(2)),
  'µs an event': Number(medianOf(program, 'own').toFixed(1)),
  'µs of the database': Number(medianOf(program, 'database').toFixed(1)),
  'most memory, MB': Math.max(...rounds[program].map(({ peak }) => peak)),
}))
console.log(`Replays of ${written.events} events, median of ${ROUNDS} alternating rounds; µs are processor time`)
console.table(table)
keepResults(keptAs('replay', options), {
  quick,
  goals: goals(),
  events: written.events,
  rounds: ROUNDS,
  programs: table,
})

function rateOf(name: Program): number {
  return medianOf(name, 'rate')
}

function goals(): Goal[] {
  const ratio = toBare('rebuild')
  const said = (name: Program) => `${name}: ${Math.round(rateOf(name))} events/s`
  return [
    {
      what: `${said('rebuild')}, ${ratio.toFixed(2)} of the bare loop's; goal ${GOALS.rebuildPerSecond} or ${GOALS.rebuildToBare}`,
      held: rateOf('rebuild') >= GOALS.rebuildPerSecond || ratio >= GOALS.rebuildToBare,
    },
    {
      what: `${said('verify')}; goal ${GOALS.verifyPerSecond}`,
      held: rateOf('verify') >= GOALS.verifyPerSecond,
    },
    ...table
      .filter(({ program }) => program !== 'bare loop')
      .map(({ program, 'most memory, MB': most }) => ({
        what: `${program}: ${most} MB at its most; goal less than ${GOALS.memoryMB}`,
        held: most < GOALS.memoryMB,
      })),
  ]
}

/** Writes the history, and seals all of it. */
async function prepare(events: number) {
  const eventLog = createPostgresEventLog({ connectionString: url })
  const vault = createVault({ connectionString: url, masterKey: keys.master, lookupKey: keys.lookup })
  const log = createLog({ service: 'bench', level: 'warn' })
  const pool = createPgPool({ connectionString: url, applicationName: 'bench', max: 1, log })
  try {
    const businesses = Math.max(1, Math.min(USUAL.businesses, Math.round(events / 500)))
    const beginnings = businesses * (6 + USUAL.vehiclesEach)
    const history = await writeHistory(
      { eventLog, vault, lookupKey: keyFromBase64(keys.lookup) },
      {
        ...USUAL,
        businesses,
        bookings: Math.max(1, Math.round((events - beginnings) / EVENTS_A_BOOKING)),
        steady: { businesses: 0, bookingsEach: 0 },
        today: todayIn(DEFAULT_TIME_ZONE, instantOf(Date.now())),
      },
    )
    await createReadModel(pool, LIVE)
    const enough = new AbortController()
    const sealing = runSealer(
      {
        eventLog,
        key: sealKey(keys.seal),
        file: undefined,
        appVersion: 'bench',
        log,
        now: () => new Date(),
        every: 100,
      },
      enough.signal,
    )
    await sealedThrough(eventLog, history.events)
    enough.abort()
    await sealing
    await pool.query('vacuum analyze')
    return history
  } finally {
    await Promise.all([eventLog.close(), vault.close(), pool.end()])
  }
}

/** Resolves when the seals cover so many events. */
async function sealedThrough(eventLog: EventLog, events: number): Promise<void> {
  for (let sealed = 0, seals = 0; sealed < events; await delay(200)) {
    for await (const { seal } of sealsInLog(eventLog, seals)) {
      seals = seal.number
      sealed = seal.total
    }
  }
}

function randomKey(): string {
  return randomBytes(32).toString('base64')
}
