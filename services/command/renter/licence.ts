import type { LicenceReplaced } from '@forecourt/contracts/renter-booking.ts'
import type { LicenceStatus } from '@forecourt/domain/customer/customer.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { bookingOf } from '@forecourt/domain/schedule/state.ts'
import { customerStream, scheduleStreamOf } from '@forecourt/domain/streams.ts'
import type { BookingLink } from '@forecourt/kit/booking-link.ts'
import { isLicencePath } from '@forecourt/kit/object-path.ts'
import type { RequestRefusal } from '../booking/request.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { onOwnBooking } from './bearer.ts'

/**
 * A renter sends another picture of their licence (`PUT /api/my-booking/license`), while their request waits and nobody has
 * found the licence good. What staff have said of the last one does not hold for this one: it is to be looked at.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function replaceLicence(
  core: Core,
  call: Call,
  link: BookingLink,
  licencePath: string,
): Promise<Executed<ScheduleRefusal | RequestRefusal, LicenceReplaced>> {
  if (!isLicencePath(core.lookupKey, licencePath)) return refuse({ code: 'licence-unknown' })
  const isVerified = (await licenceStatusOf(core, link)) === 'verified'
  const replaced = await onOwnBooking(core, call, link, {
    resource: 'renter.licence',
    asked: { licencePath },
    filePath: licencePath,
    commandOn: (booking) => ({
      type: 'replaceLicence',
      ...booking,
      licencePath,
      isVerified,
    }),
    answer: (): LicenceReplaced => ({ replaced: true }),
  })
  // Another customer's licence is as unknown as a made-up one.
  const isOfAnother = !replaced.ok && replaced.refusal.code === 'file-of-another'
  return isOfAnother ? refuse({ code: 'licence-unknown' }) : replaced
}

/** What staff have said of the renter's licence, as far as this process has heard. */
async function licenceStatusOf(core: Core, { bookingId, businessId }: BookingLink): Promise<LicenceStatus | undefined> {
  const { state } = await core.schedules.load(scheduleStreamOf(bookingId))
  const customerId = bookingOf(state, { bookingId, businessId })?.customerId
  return customerId && (await core.customers.load(customerStream(customerId))).state.licence
}
