import { parseArgs } from 'node:util'
import { startGenerator } from './load/generator.ts'
import type { Measured } from './load/load.ts'
import { CASES, type Case } from './ratios/cases.ts'
import { fill } from './ratios/fill.ts'
import { type Row, summaryOf, tableOf } from './ratios/report.ts'
import { orderOf } from './ratios/rounds.ts'
import { type Visited, visited } from './ratios/visit.ts'
import { keepResults } from './results.ts'
import { startSides } from './sides/all.ts'
import type { SideName } from './sides/side.ts'

/**
 * Forecourt ÷ the yardstick (`yardstick/`), call by call: the real processes of both, the same load, on one PostgreSQL
 * server. The sides take turns, and while one has its turn all processes of the others are stopped. Median of the rounds.
 *
 * `--quick` looks in a few minutes, `--only bookings` at what has that in its name.
 */
const { values: asked } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
const [ROUNDS, ROUND_MS, WARM_UP_MS] = asked.quick ? [2, 500, 300] : [5, 1_500, 700]

await using sides = await startSides()
await using generator = startGenerator()
const all = sides.all.map(visited)
for (const of of all) await fill(of)
for (const { side } of all) await side.freeze()

const rows: Row[] = []
for (const what of CASES.filter(({ names }) => names.some((name) => name.includes(asked.only)))) {
  if (asked.quick && what.clients === 1) continue
  rows.push(...(await measure(what)))
  console.log(rows.slice(-what.names.length).map(inShort).join('\n'))
}
const summaries = rows.map(summaryOf)
const log = process.env.EVENTSTORE_URL === undefined ? 'PostgreSQL' : 'EventStoreDB'
console.log(`\nForecourt with its log in ${log} ÷ the yardsticks, median of ${ROUNDS} rounds\n\n${tableOf(summaries)}`)
keepResults(log === 'PostgreSQL' ? 'ratios' : 'ratios with EventStoreDB', { rounds: ROUNDS, rows, summaries })

/** All rounds of a case; the first ones only warm up. */
async function measure(what: Case): Promise<Row[]> {
  if (what.settles === true) await settle()
  const { clients, goal, names } = what
  const figures = new Map<SideName, (readonly Measured[])[]>(all.map(({ side }) => [side.name, []]))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const of of orderOf(all, round)) {
      const measured = await turn(of, what, round === 0 ? WARM_UP_MS : ROUND_MS)
      if (round > 0) figures.get(of.side.name)?.push(measured)
    }
  }
  return names.map((name, index) => {
    const of = (side: SideName) => (figures.get(side) ?? []).flatMap((measured) => figuresOf(measured[index]))
    return {
      name,
      clients,
      goal,
      rounds: { forecourt: of('forecourt'), 'crud-tx': of('crud-tx'), 'crud-fn': of('crud-fn') },
    }
  })
}

function figuresOf(measured: Measured | undefined): Pick<Measured, 'perSecond' | 'p50' | 'p99'>[] {
  if (measured === undefined) return []
  const { perSecond, p50, p99 } = measured
  return [{ perSecond, p50, p99 }]
}

/** One side alone on the machine. */
async function turn(of: Visited, what: Case, milliseconds: number): Promise<readonly Measured[]> {
  of.side.thaw()
  try {
    const measured = await generator.run(what.loads(of), milliseconds * (what.length ?? 1))
    what.after?.(of, measured)
    return measured
  } finally {
    await of.side.freeze()
  }
}

/** Waits until nobody has anything left to do. */
async function settle(): Promise<void> {
  for (const { side } of all) {
    side.thaw()
    await side.settled()
    await side.freeze()
  }
}

function inShort(row: Row): string {
  const { name, clients, ratios, sides: figures } = summaryOf(row)
  const rates = [figures.forecourt, figures['crud-tx'], figures['crud-fn']].map(({ perSecond }) => perSecond.toFixed(0))
  return `${name}, ${clients}: ${ratios['crud-tx'].toFixed(2)} and ${ratios['crud-fn'].toFixed(2)} (${rates.join(' ÷ ')} /s)`
}
