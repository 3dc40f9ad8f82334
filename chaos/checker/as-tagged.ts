import { type Answered, isAcknowledged, isRead, named } from './commands.ts'
import type { Evidence } from './evidence.ts'
import { type Life, livesIn } from './facts.ts'
import { calendarDifferences, fleetDifferences, portalIn } from './portal-in-log.ts'
import { lastUpTo, positionIn } from './versions.ts'

/** Reads of which the history keeps what they show, and not their version alone. */
const KEPT: ReadonlySet<string> = new Set(['fleet', 'bookedDates', 'listBookings'])

/**
 * A read shows what the log says at the place that its tag names, not what was so before or came after (PERFORMANCE "Reads": a body
 * never carries a newer number than its own): whoever asks again under that tag is told that nothing has changed. Old rows have old
 * tags, so no fault excuses anything else.
 */
export function faultsOfTags({ history, log }: Evidence): string[] {
  const portal = portalIn(log)
  const lives = livesIn(log)
  const differencesIn = (read: Answered, upTo: bigint): readonly string[] => {
    const { call, asked, businessId } = read
    if (call === 'listBookings') return statusDifferences(lives, read, upTo)
    if (call === 'fleet') return fleetDifferences(businessId, portal.fleet(businessId, upTo), read, 'there')
    const vehicle = portal.vehicle(String(asked.id), businessId, upTo)
    return vehicle === undefined ? ['there is no such vehicle there'] : calendarDifferences(vehicle, read, 'there')
  }
  return history.requests
    .filter(isRead)
    .filter((read) => KEPT.has(read.call) && isAcknowledged(read))
    .flatMap((read) => {
      const { version } = read.answer
      if (version === null) return [`${named(read)} names no version of what it shows`]
      const upTo = positionIn(version)
      return differencesIn(read, upTo).map((what) => `${named(read)} names ${upTo}: ${what}`)
    })
}

function statusDifferences(lives: ReadonlyMap<string, Life>, { answer }: Answered, upTo: bigint): string[] {
  return Object.entries(answer.bookings).flatMap(([id, shown]) => {
    const status = lastUpTo(lives.get(id)?.turns ?? [], upTo, ({ position }) => position)?.status
    return status === shown ? [] : [`${id} is ${status ?? 'not'} there, and shown as ${shown}`]
  })
}
