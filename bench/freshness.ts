import { parseArgs } from 'node:util'
import { startGenerator } from './load/generator.ts'
import type { Load } from './load/load.ts'
import { requestsOfDesk, requestsOfTown, visited } from './ratios/visit.ts'
import { keepResults } from './results.ts'
import { startSides } from './sides/all.ts'
import { median } from './statistics.ts'

/**
 * How long after its acknowledgement a booking is in the list of the query service, in milliseconds: for whoever made it,
 * whose question says up to where they have seen the log, and for everybody else, whose screens look again and again. Alone,
 * and while 150 bookings a second come in.
 */
const { values: asked } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const [ROUNDS, ROUND_MS] = asked.quick ? [2, 2_000] : [5, 6_000]
const BUSY = 150
const PATIENCE_MS = 180_000

await using sides = await startSides(['forecourt'])
await using generator = startGenerator()
const [side] = sides.all
if (side === undefined) throw new Error('there is nobody to measure')
const of = visited(side)
const { targets } = side

const ways = [false, true].flatMap((isBusy) =>
  [true, false].map((saysSeen) => ({ isBusy, saysSeen, p50: [] as number[], p99: [] as number[] })),
)
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const { isBusy, saysSeen, p50, p99 } of ways) {
    if (!(await side.settled(AbortSignal.timeout(PATIENCE_MS)))) throw new Error('mails and documents take too long')
    const { cookie } = side.town.desk
    // At a pace at which the vehicles of the desk can be asked for: at most fifty requests wait for each.
    const loads: Load[] = [
      {
        script: { kind: 'freshness', requests: requestsOfDesk(of), cookie, saysSeen },
        targets,
        clients: 1,
        perSecond: 10,
      },
    ]
    if (isBusy)
      loads.push({ script: { kind: 'book', requests: requestsOfTown(of) }, targets, clients: 16, perSecond: BUSY })
    const [fresh, booked] = await generator.run(loads, ROUND_MS)
    of.sent.desk += fresh?.used ?? 0
    of.sent.others += booked?.used ?? 0
    if (round === 0 || fresh === undefined) continue
    p50.push(fresh.p50)
    p99.push(fresh.p99)
  }
}
const figures = ways.map(({ isBusy, saysSeen, p50, p99 }) => ({
  load: isBusy ? `${BUSY} bookings/s` : 'none',
  'seen by': saysSeen ? 'whoever made it' : 'everybody else',
  'p50 ms': Number(median(p50).toFixed(1)),
  'p99 ms': Number(median(p99).toFixed(1)),
}))
console.log(`From the acknowledgement of a booking until it is in the list, median of ${ROUNDS} rounds`)
console.table(figures)
keepResults('freshness', { rounds: ROUNDS, figures })
