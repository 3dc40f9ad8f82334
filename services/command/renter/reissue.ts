import type { BookingLinkSent } from '@forecourt/contracts/renter-booking.ts'
import type { BusinessId } from '@forecourt/domain/ids.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { onBooking } from '../booking/on-booking.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'

/**
 * Staff give a renter's page another address, and have it mailed to them. Links that were sent before lead nowhere from then
 * on.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function reissueLink(
  core: Core,
  call: Call,
  staff: { readonly businessId: BusinessId },
  id: string,
): Promise<Executed<ScheduleRefusal, BookingLinkSent>> {
  return await onBooking(core, call, staff, id, {
    resource: 'booking.link',
    asked: {},
    // There is nobody to mail it to whom the vault has forgotten.
    needsCustomer: 'known',
    commandOn: (booking) => ({ type: 'reissueLink', ...booking }),
    answer: ({ bookingId }) => ({ id: bookingId, sent: true }),
  })
}
