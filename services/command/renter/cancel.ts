import type { CancellationDecline, CancellationDeclined, RenterCancelled } from '@forecourt/contracts/renter-booking.ts'
import { todayIn } from '@forecourt/domain/civil-date.ts'
import type { BusinessId } from '@forecourt/domain/ids.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import type { BookingLink } from '@forecourt/kit/booking-link.ts'
import { onBooking } from '../booking/on-booking.ts'
import { type Call, instantOfCall } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { onOwnBooking } from './bearer.ts'

/**
 * A renter does not want their booking any more (`POST /api/my-booking/cancellation`): a request is taken back at once, of an
 * approved booking the business is asked. A request that is approved in that very moment is asked about.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function askToCancel(
  core: Core,
  call: Call,
  link: BookingLink,
  timeZone: string,
): Promise<Executed<ScheduleRefusal, RenterCancelled>> {
  return await onOwnBooking(core, call, link, {
    resource: 'renter.cancel',
    asked: {},
    commandOn: (booking) => ({ type: 'askToCancel', ...booking, today: todayIn(timeZone, instantOfCall(call)) }),
    answer: ({ status }) => ({ outcome: status === 'rejected' ? 'cancelled' : 'asked' }),
  })
}

/**
 * Staff hold a renter to their booking. When nothing is asked, because somebody else has declined, nothing is written; when the
 * renter has asked anew since, it is refused.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function declineCancellation(
  core: Core,
  call: Call,
  staff: { readonly businessId: BusinessId },
  id: string,
  seen: CancellationDecline,
): Promise<Executed<ScheduleRefusal, CancellationDeclined>> {
  return await onBooking(core, call, staff, id, {
    resource: 'booking.decline-cancellation',
    asked: seen,
    needsCustomer: false,
    commandOn: (booking) => ({ type: 'declineCancellation', ...booking, askedAt: seen.askedAt }),
    answer: ({ bookingId }) => ({ id: bookingId, declined: true }),
  })
}
