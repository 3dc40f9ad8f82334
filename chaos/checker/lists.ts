import { isAcknowledged } from './commands.ts'
import { type Evidence, repeated } from './evidence.ts'
import { livesIn } from './facts.ts'

/**
 * Once all has followed, the list that the staff of a business read from its first page to its last is what the log says: each
 * booking once, with the status that it had last. That rows are right says nothing of what is made of them and kept.
 */
export function faultsOfLists({ history, log }: Evidence): string[] {
  const lives = livesIn(log)
  const pages = history.requests
    .filter(({ call, asked }) => call === 'listBookings' && asked.page !== undefined)
    .filter(isAcknowledged)
  const byBusiness = Map.groupBy(pages, ({ businessId }) => businessId)
  return history.tenants.flatMap(({ businessId }) => {
    const listed = (byBusiness.get(businessId) ?? []).flatMap(({ answer }) => Object.entries(answer.bookings))
    const shown = new Map(listed)
    const theirs = [...lives].filter(([, life]) => life.businessId === businessId)
    const known = new Set(theirs.map(([id]) => id))
    return [
      ...repeated(listed.map(([id]) => id)).map(([id, times]) => `${id} is in the list ${times} times`),
      ...listed
        .filter(([id]) => !known.has(id))
        .map(([id]) => `${id} is in the list of ${businessId}, and not in the log`),
      ...theirs.flatMap(([id, { turns }]) => {
        const status = shown.get(id)
        const last = turns.at(-1)?.status
        if (status === last) return []
        return [
          `${id} is ${last} at the end, and ${status === undefined ? 'is not in the list' : `${status} in the list`}`,
        ]
      }),
    ]
  })
}
