import { type Answered, isAcknowledged, isRead, named } from './commands.ts'
import type { Evidence } from './evidence.ts'
import { type Life, livesIn, requestsIn } from './facts.ts'
import { calendarDifferences, fleetDifferences, portalIn } from './portal-in-log.ts'
import { lastUpTo, positionIn } from './versions.ts'

/** Reads of which the history keeps what they show, and not their version alone. */
const KEPT: ReadonlySet<string> = new Set(['fleet', 'bookedDates', 'listBookings', 'myBooking'])

/**
 * A read shows what the log says at the place that its tag names, not what was so before or came after (PERFORMANCE "Reads": a body
 * never carries a newer number than its own): whoever asks again under that tag is told that nothing has changed. Old rows have old
 * tags, so no fault excuses anything else.
 */
export function faultsOfTags({ history, log }: Evidence): string[] {
  const portal = portalIn(log)
  const lives = livesIn(log)
  const begun = begunIn(lives)
  const requested = requestsIn(log)
  const differencesIn = (read: Answered, upTo: bigint): readonly string[] => {
    const { call, asked, businessId } = read
    if (call === 'listBookings') return listDifferences(lives, begun, read, upTo)
    if (call === 'myBooking') return [...listDifferences(lives, begun, read, upTo), ...otherReference(requested, read)]
    if (call === 'fleet') return fleetDifferences(businessId, portal.fleet(businessId, upTo), read, 'there')
    const vehicle = portal.vehicle(String(asked.id), businessId, upTo)
    return vehicle === undefined ? ['there is no such vehicle there'] : calendarDifferences(vehicle, read, 'there')
  }
  return history.requests
    .filter(isRead)
    .filter((read) => KEPT.has(read.call) && isAcknowledged(read))
    .flatMap((read) => {
      const { version, stale } = read.answer
      // A browser that kept one which says that it is old would go on hearing so from its own copy.
      if (stale) return version === null ? [] : [`${named(read)} says that it is old, under a tag`]
      if (version === null) return [`${named(read)} names no version of what it shows`]
      const upTo = positionIn(version)
      return differencesIn(read, upTo).map((what) => `${named(read)} names ${upTo}: ${what}`)
    })
}

/** Whether it is their own booking that a renter is shown. */
function otherReference(requested: ReturnType<typeof requestsIn>, { asked, answer }: Answered): string[] {
  const own = requested.get(String(asked.id))?.reference
  return own === answer.reference ? [] : [`its renter’s is ${own}, and ${answer.reference} is shown`]
}

/** Whether bookings are shown with their statuses, and none is missing: the one that was asked for, or any of a first page. */
function listDifferences(lives: ReadonlyMap<string, Life>, begun: Begun, read: Answered, upTo: bigint): string[] {
  const { answer, asked, businessId } = read
  const shown = Object.entries(answer.bookings)
  const [wanted, limit] = [String(asked.booking ?? ''), Number(asked.limit ?? 0)]
  const isMissing = !Object.hasOwn(answer.bookings, wanted) && statusAt(lives, wanted, upTo) !== undefined
  const due = Math.min(limit, begun(businessId).filter((place) => place <= upTo).length)
  return [
    ...(isMissing ? [`${wanted} is there, and not shown`] : []),
    ...(shown.length < due ? [`${due} bookings are to be shown, and ${shown.length} are`] : []),
    ...shown.flatMap(([id, status]) => {
      const known = statusAt(lives, id, upTo)
      return known === status ? [] : [`${id} is ${known ?? 'not'} there, and shown as ${status}`]
    }),
  ]
}

const statusAt = (lives: ReadonlyMap<string, Life>, id: string, upTo: bigint) =>
  lastUpTo(lives.get(id)?.turns ?? [], upTo, ({ position }) => position)?.status

/** The places at which each booking of a business was asked for. */
type Begun = (businessId: string) => readonly bigint[]

function begunIn(lives: ReadonlyMap<string, Life>): Begun {
  const begun = Map.groupBy(lives.values(), ({ businessId }) => businessId)
  const places = new Map(
    [...begun].map(([businessId, theirs]) => [businessId, theirs.flatMap(({ turns }) => turns[0]?.position ?? [])]),
  )
  return (businessId) => places.get(businessId) ?? []
}
