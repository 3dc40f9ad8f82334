import { appendFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { median } from '../../../bench/statistics.ts'

/** What a budget is about; `limit` is undefined where a figure is told without being judged. */
export interface Budget {
  readonly screen: string
  readonly what: string
  readonly unit: 'ms' | 's' | ''
  readonly limit: number | undefined
}

/** What was measured, each run by itself. */
export interface Figure extends Budget {
  readonly values: readonly number[]
  readonly median: number
  /** Processes that wanted this machine at the time: with more of them than cores a figure says little. */
  readonly load: number
}

/** Runs of each measurement: the median of them is the figure. */
export const RUNS = 5

/** Writes a figure down for the table at the end (`npm run bench:web`). */
export function record(budget: Budget, values: readonly number[]): void {
  const [load = 0] = loadavg()
  const figure: Figure = { ...budget, values, median: median(values), load: Number(load.toFixed(1)) }
  const file = process.env.FORECOURT_BENCH_FIGURES
  if (file === undefined) console.log(JSON.stringify(figure))
  else appendFileSync(file, `${JSON.stringify(figure)}\n`)
}
