import { faultsOf } from '@forecourt/domain/testing/history.ts'
import type { Evidence } from './evidence.ts'
import { scheduleFacts } from './facts.ts'
import { fewestKeptFree } from './turnarounds.ts'

/**
 * At every prefix of the log no two approved bookings or maintenance blocks of a vehicle share a day, the turn-round between
 * bookings is kept, and each status follows from the one before.
 */
export function faultsOfSchedules({ history, log }: Evidence): string[] {
  const fewest = fewestKeptFree({ history, log })
  return [...Map.groupBy(scheduleFacts(log), ({ stream }) => stream).values()].flatMap((facts) => [
    ...faultsOf(
      facts,
      facts.map((fact) => fewest(fact.data.businessId, fact)),
    ),
  ])
}
