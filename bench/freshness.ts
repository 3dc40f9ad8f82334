import { EVENT_LOG, withItsLog } from './event-log.ts'
import { startGenerator } from './load/generator.ts'
import type { Load } from './load/load.ts'
import { keptAs, readOptions } from './options.ts'
import { watchProcesses } from './ratios/turn.ts'
import { neverVisited, requestsOfTown } from './ratios/visit.ts'
import { keepResults } from './results.ts'
import { startSides } from './sides/all.ts'
import { median, quantile, rotated } from './statistics.ts'

/**
 * How long after its acknowledgement a booking is in the list of the query service, in milliseconds: for whoever made it,
 * whose question says up to where they have seen the log, and for everybody else, whose screens look again and again. Of
 * bookings with a pause between them, of ten a second, and while 150 a second come in besides. Percentiles are those of the
 * bookings of all rounds together. Bookings come at their pace, also when one before is still looked for.
 */
const options = readOptions()
const { quick, rounds: asked } = options
const ROUNDS = asked ?? (quick ? 2 : 5)
const ROUND_MS = quick ? 2_000 : 12_000
const BUSY = 150
/** How many of those that are looked for come in a second: one after the other, and each by itself. */
const PACES = { close: 10, apart: 0.5 }
/** As many as are looked for at the same time when one takes seconds. */
const LOOKERS = 16
/** Of the bookings that are wanted, so large a part must have been made. */
const ENOUGH = 0.9
const PATIENCE_MS = 180_000
/** Nothing is decided meanwhile: after some more rounds the vehicles have as many requests as may wait for a decision. */
const MOST_ROUNDS = 15
if (ROUNDS > MOST_ROUNDS) throw new Error(`freshness has room for at most ${MOST_ROUNDS} rounds`)

await using sides = await startSides(['forecourt'])
await using generator = startGenerator()
const [side] = sides.all
const looked = side?.town.others[0]
if (side === undefined || looked === undefined) throw new Error('there is nobody to measure')
const visited = neverVisited(side)
const { targets } = side

const ways = [
  { pace: PACES.apart, isBusy: false },
  { pace: PACES.close, isBusy: false },
  { pace: PACES.close, isBusy: true },
].flatMap((way) =>
  [true, false].map((saysSeen) => ({ ...way, saysSeen, waits: [] as number[], rates: [] as number[] })),
)
const endedMeanwhile = watchProcesses(side)
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const { pace, isBusy, saysSeen, waits, rates } of rotated(ways, round)) {
    if (!(await side.settled(AbortSignal.timeout(PATIENCE_MS)))) throw new Error('mails and documents take too long')
    const requests = { ...requestsOfTown(visited), vehicles: looked.vehicles, first: visited.sent.desk, name: 'fresh' }
    const loads: Load[] = [
      {
        script: { kind: 'freshness', requests, cookie: looked.cookie, saysSeen },
        targets,
        clients: LOOKERS,
        perSecond: pace,
      },
    ]
    if (isBusy)
      loads.push({ script: { kind: 'book', requests: requestsOfTown(visited) }, targets, clients: 64, perSecond: BUSY })
    const [fresh, booked] = await generator.run(loads, ROUND_MS)
    visited.sent.desk += fresh?.used ?? 0
    visited.sent.others += booked?.used ?? 0
    if (round === 0 || fresh === undefined) continue
    waits.push(...fresh.times)
    if (booked !== undefined) rates.push(booked.perSecond)
  }
}
const lost = endedMeanwhile()
if (lost !== undefined) throw new Error(lost)
const figures = ways.map(({ pace, isBusy, saysSeen, waits, rates }) => ({
  'looked for, /s': pace,
  'bookings/s meanwhile': isBusy ? Number(median(rates).toFixed(1)) : 0,
  'seen by': saysSeen ? 'whoever made it' : 'everybody else',
  bookings: waits.length,
  'p50 ms': Number(quantile(waits, 0.5).toFixed(1)),
  'p99 ms': Number(quantile(waits, 0.99).toFixed(1)),
}))
const goals = ways
  .filter(({ isBusy }) => isBusy)
  .map(({ saysSeen, rates }) => ({
    what: `seen by ${saysSeen ? 'whoever made it' : 'everybody else'}: ${median(rates).toFixed(0)} of ${BUSY} bookings a second came in meanwhile`,
    held: median(rates) >= ENOUGH * BUSY,
  }))
console.log(`From the acknowledgement of a booking until it is in the list, log in ${EVENT_LOG}, ${ROUNDS} rounds`)
console.table(figures)
keepResults(keptAs(withItsLog('freshness'), options), { quick, goals, rounds: ROUNDS, figures })
