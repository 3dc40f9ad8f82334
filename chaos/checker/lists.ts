import { isAcknowledged } from './commands.ts'
import { type Evidence, repeated } from './evidence.ts'
import { livesIn } from './facts.ts'

/**
 * Once all has followed, the list of bookings that the staff of a business read from its first page to its last is what the log
 * says: each booking once, with the status that it had last. That rows are right says nothing of what is made of them: a page may
 * have been kept since people were busy, and brought up to date all the while.
 */
export function faultsOfLists({ history, log }: Evidence): string[] {
  const lives = livesIn(log)
  const pages = history.requests
    .filter(({ call, asked }) => call === 'listBookings' && asked.page !== undefined)
    .filter(isAcknowledged)
  const readings = Map.groupBy(pages, ({ businessId }) => businessId)
  return history.tenants.flatMap(({ businessId }) => {
    const theirs = new Map(
      [...lives].flatMap(([id, { turns, ...life }]) =>
        life.businessId === businessId ? [[id, turns.at(-1)?.status] as const] : [],
      ),
    )
    const byReader = Map.groupBy(readings.get(businessId) ?? [], ({ client }) => client)
    if (byReader.size === 0) return [`nobody has read the list of ${businessId}`]
    return [...byReader].flatMap(([reader, its]) => {
      const listed = its.flatMap(({ answer }) => Object.entries(answer.bookings))
      const shown = new Map(listed)
      return [
        ...repeated(listed.map(([id]) => id)).map(([id, times]) => `${id} is in the list of ${reader} ${times} times`),
        ...[...shown.keys()]
          .filter((id) => !theirs.has(id))
          .map((id) => `${id} is in the list of ${reader}, and not in the log`),
        ...[...theirs].flatMap(([id, last]) => {
          const status = shown.get(id)
          if (status === last) return []
          return [`${id} is ${last} at the end, and ${status === undefined ? 'not' : status} in the list of ${reader}`]
        }),
      ]
    })
  })
}
