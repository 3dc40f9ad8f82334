import { membersThatDiffer } from '@forecourt/query/projection/compare.ts'
import type { Evidence } from './evidence.ts'

/** Rows that are built anew from the log equal the live ones, and no stream was left out of either. */
export function faultsOfReadModels({ log, tables }: Evidence): string[] {
  const head = log.at(-1)?.position ?? 0n
  const { differences, parked, doubleBookings, projectedTo } = tables
  return [
    ...(projectedTo < head ? [`the live rows have come to ${projectedTo}, the log to ${head}`] : []),
    ...differences.map((difference) => {
      const { table, key, live, replayed } = difference
      if (live === null) return `${table} ${key} is missing in the live read model`
      if (replayed === null) return `${table} ${key} is in the live read model, and the log knows nothing of it`
      const members = membersThatDiffer(difference).map(([name]) => name)
      return `${table} ${key} is not what the log says: ${members.join()}`
    }),
    ...parked.map((stream) => `${stream} is parked`),
    ...doubleBookings.map((booking) => `the read model's alarm has noticed ${booking}`),
  ]
}
