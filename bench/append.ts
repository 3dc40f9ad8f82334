import { randomUUID } from 'node:crypto'
import type { EventLog, NewEvent } from '@forecourt/event-log/port.ts'
import { createPostgresEventLog } from '@forecourt/event-log/postgres/postgres-event-log.ts'
import { startDatabases } from './measure/database.ts'
import { keptAs, readOptions } from './options.ts'
import { keepResults } from './results.ts'
import { median, rotated } from './statistics.ts'

/**
 * Appends per second with 1, 8 and 32 in flight, each append by itself and gathered (packages/event-log/postgres/gather.ts).
 * Rounds alternate and the medians are printed, because only ratios of one run say anything. fsync is on.
 */
const IN_FLIGHT = [1, 8, 32]
const options = readOptions()
const { quick, rounds: asked } = options
const ROUNDS = asked ?? (quick ? 2 : 5)
const ROUND_MS = quick ? 300 : 1_500

await using databases = await startDatabases()
const { url: connectionString } = await databases.create('bench')
const logs = {
  alone: createPostgresEventLog({ connectionString, gather: false }),
  gathered: createPostgresEventLog({ connectionString }),
}
const ways = IN_FLIGHT.flatMap((inFlight) =>
  (['alone', 'gathered'] as const).map((way) => ({ inFlight, way, rates: [] as number[] })),
)
await appendsPerSecond(logs.gathered, 8) // warms up
for (let round = 0; round < ROUNDS; round += 1) {
  for (const { inFlight, way, rates } of rotated(ways, round)) rates.push(await appendsPerSecond(logs[way], inFlight))
}
await Promise.all([logs.alone.close(), logs.gathered.close()])

const ratesOf = (inFlight: number, way: 'alone' | 'gathered'): readonly number[] =>
  ways.find((each) => each.inFlight === inFlight && each.way === way)?.rates ?? []
/** Within its round, because from one round to the next the machine changes. */
const ratio = (rates: readonly number[], base: readonly number[]): number =>
  Number(median(rates.map((rate, round) => rate / (base[round] ?? Number.NaN))).toFixed(2))
console.log(`Appends to the Postgres log, median of ${ROUNDS} rounds; 1.0 = one at a time, not gathered`)
const figures = IN_FLIGHT.map((inFlight) => {
  const [alone, gathered, base] = [ratesOf(inFlight, 'alone'), ratesOf(inFlight, 'gathered'), ratesOf(1, 'alone')]
  return {
    'in flight': inFlight,
    'alone /s': Math.round(median(alone)),
    'gathered /s': Math.round(median(gathered)),
    alone: ratio(alone, base),
    gathered: ratio(gathered, base),
    'gathered ÷ alone': ratio(gathered, alone),
  }
})
console.table(figures)
keepResults(keptAs('append', options), { quick, rounds: ROUNDS, appends: figures })

/** Each writer has its own stream and appends one event upon the last, as fast as it is answered. */
async function appendsPerSecond(log: EventLog, inFlight: number): Promise<number> {
  const start = performance.now()
  const end = start + ROUND_MS
  const writers = Array.from({ length: inFlight }, async () => {
    const stream = `rent.bench-${randomUUID()}`
    let appended = 0
    while (performance.now() < end) {
      await log.append(stream, appended === 0 ? 'noStream' : BigInt(appended) - 1n, [typicalEvent()])
      appended += 1
    }
    return appended
  })
  const appended = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0)
  return appended / ((performance.now() - start) / 1_000)
}

/** About as large as a booking request: 0.9 KB with its metadata. */
function typicalEvent(): NewEvent {
  const id = randomUUID()
  return {
    id,
    type: 'Measured',
    data: JSON.stringify({ id, sealed: 'x'.repeat(450) }),
    metadata: { tenantId: id, commandId: id, $correlationId: id, $causationId: id, occurredAt: '2026-03-01T09:30:00Z' },
  }
}
