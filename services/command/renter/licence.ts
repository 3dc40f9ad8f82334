import type { KeyObject } from 'node:crypto'
import type { LicenceReplaced } from '@forecourt/contracts/renter-booking.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import type { CustomerId } from '@forecourt/domain/ids.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { bookingOf } from '@forecourt/domain/schedule/state.ts'
import { customerStream, scheduleStreamOf } from '@forecourt/domain/streams.ts'
import { markOfPicture } from '@forecourt/event-log/mark.ts'
import type { BookingLink } from '@forecourt/kit/booking-link.ts'
import { isLicencePath } from '@forecourt/kit/object-path.ts'
import type { RequestRefusal } from '../booking/request.ts'
import type { ChangeDeps } from '../customers/on-customer.ts'
import { picturesOf } from '../customers/pictures.ts'
import type { Call } from '../log/call.ts'
import type { Executed } from '../log/execute.ts'
import { onOwnBooking } from './bearer.ts'

/**
 * A renter sends another picture of their licence (`PUT /api/my-booking/license`), while their request waits and nobody has
 * found the licence good. What staff have said of the last one does not hold for this one: it is to be looked at. The same
 * picture again writes nothing.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function replaceLicence(
  { core, pool }: ChangeDeps,
  call: Call,
  link: BookingLink,
  licencePath: string,
): Promise<Executed<ScheduleRefusal | RequestRefusal, LicenceReplaced>> {
  if (!isLicencePath(core.lookupKey, licencePath)) return refuse({ code: 'licence-unknown' })
  const known = await knownOf({ core, pool }, link)
  const replaced = await onOwnBooking(core, call, link, {
    resource: 'renter.licence',
    asked: { licencePath },
    filePath: licencePath,
    commandOn: (booking, key) => ({
      type: 'replaceLicence',
      ...booking,
      licencePath,
      ...(key === undefined || known === undefined ? UNTOLD : told(key, known, licencePath)),
    }),
    answer: (): LicenceReplaced => ({ replaced: true }),
  })
  // Another customer's licence is as unknown as a made-up one.
  const isOfAnother = !replaced.ok && replaced.refusal.code === 'file-of-another'
  return isOfAnother ? refuse({ code: 'licence-unknown' }) : replaced
}

/** Of somebody who is erased, or is not there: the rules refuse it. */
const UNTOLD = { mark: '', firstMark: undefined, isVerified: false }

type Known = NonNullable<Awaited<ReturnType<typeof knownOf>>>

/**
 * Which picture it is, which one the booking has, and whether that is the one that staff have found good: what they say of a
 * licence is said of one picture. The renter's page is told by the same rule (`services/query/renter/my-booking.ts`).
 */
function told(key: KeyObject, { customerId, licence, picture, pictures }: Known, licencePath: string) {
  const markOf = (path: string) => markOfPicture(key, customerId, path)
  const { ofBooking, ofCustomer } = pictures
  const wasSaidOfIt = ofBooking === ofCustomer && (picture === null || picture === markOf(ofCustomer))
  return { mark: markOf(licencePath), firstMark: markOf(ofBooking), isVerified: licence === 'verified' && wasSaidOfIt }
}

/**
 * What staff have said of the renter's licence, as the log has it, and of which picture. No expected revision tells that the
 * customer was heard of too long ago, and it happens once in many bookings: it is worth a look.
 */
async function knownOf({ core, pool }: ChangeDeps, { bookingId, businessId }: BookingLink) {
  const { state } = await core.schedules.load(scheduleStreamOf(bookingId))
  const customerId: CustomerId | undefined = bookingOf(state, { bookingId, businessId })?.customerId
  if (customerId === undefined) return undefined
  const [customer, pictures] = await Promise.all([
    core.customers.load(customerStream(customerId)),
    picturesOf(pool, { bookingId, businessId, customerId }),
  ])
  await core.customers.refresh(customer)
  return { customerId, licence: customer.state.licence, picture: customer.state.picture, pictures }
}
