import { type Answered, isAcknowledged, isRead } from '../checker/commands.ts'
import type { Invariant } from '../checker/verdict.ts'
import type { Request } from '../history.ts'
import { asked, noBooking, otherwise, told } from './forging.ts'
import type { Planted } from './planted-in-log.ts'

export const TAGS: Invariant = 'a read shows what the log says at the place that its tag names'

/** What people are shown while they are busy. */
const isShown =
  (call: string) =>
  (request: Request): request is Answered =>
    isRead(request) &&
    isAcknowledged(request) &&
    request.call === call &&
    request.asked.atTheEnd !== true &&
    request.asked.page === undefined

const isFleet = isShown('fleet')
const isCalendar = (request: Request): boolean => isShown('bookedDates')(request) && periodsOf(request).length > 0
export const isTaggedList = (request: Request): boolean =>
  isShown('listBookings')(request) && bookingsOf(request).length > 0
const isFirstPage = (request: Request): boolean => isTaggedList(request) && request.asked.limit !== undefined
const isOfOne = (request: Request): boolean => isTaggedList(request) && request.asked.booking !== undefined

const periodsOf = ({ answer }: Request) => (answer.kind === 'answer' ? (answer.periods ?? []) : [])
const vehiclesOf = ({ answer }: Request) => (answer.kind === 'answer' ? Object.entries(answer.vehicles) : [])
const bookingsOf = ({ answer }: Request) => (answer.kind === 'answer' ? Object.entries(answer.bookings) : [])

/** Under the tag of what came before all that anybody did. */
const ofTheBeginning = (request: Request) => {
  const version = request.answer.kind === 'answer' ? (request.answer.version ?? '') : ''
  return otherwise(request, { version: version.replace(/^\d+/, '1') })
}

export const PLANTED_IN_TAGS: readonly Planted[] = [
  {
    bug: 'a list has no tag',
    violates: TAGS,
    says: /^listBookings \(\d+\) names no version of what it shows$/,
    plant: (good) => asked(good, isTaggedList, (one) => otherwise(one, { version: null })),
  },
  {
    bug: 'a list that says it is old is kept by browsers, and says so for good',
    violates: TAGS,
    says: /^listBookings \(\d+\) says that it is old, under a tag$/,
    plant: (good) => asked(good, isTaggedList, (one) => otherwise(one, { stale: true })),
  },
  {
    bug: 'a renter is shown somebody else’s booking',
    violates: TAGS,
    says: /^myBooking \(\d+\) names \d+: its renter’s is BR-\d+, and BR-00000000 is shown$/,
    plant: (good) => asked(good, isShown('myBooking'), (one) => otherwise(one, { reference: 'BR-00000000' })),
  },
  {
    bug: 'a portal has no tag',
    violates: TAGS,
    says: /^fleet \(\d+\) names no version of what it shows$/,
    plant: (good) => asked(good, isFleet, (one) => otherwise(one, { version: null })),
  },
  {
    bug: 'a booking is shown under its tag with a status that it had before or got later',
    violates: TAGS,
    says: /^listBookings \(\d+\) names \d+: \S+ is \w+ there, and shown as completed$/,
    plant: (good) =>
      asked(good, isTaggedList, (one) =>
        otherwise(one, { bookings: Object.fromEntries(bookingsOf(one).map(([id]) => [id, 'completed'])) }),
      ),
  },
  {
    bug: 'bookings are shown under the tag of a time when nobody had asked for them',
    violates: TAGS,
    says: /^listBookings \(\d+\) names 1: \S+ is not there, and shown as \w+$/,
    plant: (good) => asked(good, isTaggedList, ofTheBeginning),
  },
  {
    bug: 'a booking that never was is shown',
    violates: TAGS,
    says: /^listBookings \(\d+\) names \d+: \S+ is not there, and shown as pending$/,
    plant: (good) => asked(good, isTaggedList, (one) => otherwise(one, { bookings: { [noBooking()]: 'pending' } })),
  },
  {
    bug: 'a booking that was there by then is missing on the first page',
    violates: TAGS,
    says: /^listBookings \(\d+\) names \d+: \d+ bookings are to be shown, and \d+ are$/,
    plant: (good) =>
      asked(good, isFirstPage, (one) => otherwise(one, { bookings: Object.fromEntries(bookingsOf(one).slice(1)) })),
  },
  {
    bug: 'a page is nothing that anybody understands',
    violates: TAGS,
    says: /^listBookings \(\d+\) names \d+: \d+ bookings are to be shown, and 0 are$/,
    plant: (good) => asked(good, isFirstPage, (one) => otherwise(one, { bookings: {} })),
  },
  {
    bug: 'a booking that was looked for and was there by then is not shown',
    violates: TAGS,
    says: /^listBookings \(\d+\) names \d+: \S+ is there, and not shown$/,
    plant: (good) => asked(good, isOfOne, (one) => otherwise(one, { bookings: {} })),
  },
  {
    bug: 'a vehicle is shown out of service that was not by then',
    violates: TAGS,
    says: /^fleet \(\d+\) names \d+: \S+ is available there, and unavailable in the portal of \S+$/,
    plant: (good) =>
      asked(good, isFleet, (one) =>
        otherwise(one, {
          vehicles: Object.fromEntries(vehiclesOf(one).map(([id, shown]) => [id, { ...shown, status: 'unavailable' }])),
        }),
      ),
  },
  {
    bug: 'days are free in a calendar that were taken by then',
    violates: TAGS,
    says: /^bookedDates \(\d+\) names \d+: \S+ is taken \S+\/\S+ there, and not in its calendar$/,
    plant: (good) => asked(good, isCalendar, (one) => otherwise(one, { periods: periodsOf(one).slice(1) })),
  },
  {
    bug: 'a calendar is shown under the tag of the one before',
    violates: TAGS,
    says: /^bookedDates \(\d+\) names \d+: \S+ is taken \S+\/\S+ in its calendar, and not there$/,
    plant: (good) =>
      asked(good, isCalendar, (one) => {
        const fleets = good.history.requests.filter(isFleet).filter(({ businessId }) => businessId === one.businessId)
        return otherwise(one, { version: fleets[0]?.answer.version ?? null })
      }),
  },
  {
    bug: 'a calendar is shown of a vehicle that is another business’s',
    violates: TAGS,
    says: /^bookedDates \(\d+\) names \d+: there is no such vehicle there$/,
    plant: (good) => {
      const other = ({ businessId }: Request) =>
        good.history.tenants.find((tenant) => tenant.businessId !== businessId)?.businessId ?? ''
      return asked(good, isCalendar, (one) => ({ businessId: other(one) }))
    },
  },
  {
    bug: 'something had not followed when it was waited for no longer',
    violates: 'all that follows from the log has followed in the end',
    says: /^3 mails are due still$/,
    plant: (good) => told(good, { left: [{ kind: 'left', what: '3 mails are due still', at: 0 }] }),
  },
]
