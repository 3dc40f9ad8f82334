import { randomUUID } from 'node:crypto'
import type { ContractIssue, ContractIssued } from '@forecourt/contracts/contract.ts'
import type { BusinessId } from '@forecourt/domain/ids.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { onBooking } from '../booking/on-booking.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'

/**
 * Staff have a booking's contract made anew with what is so now (`POST /api/admin/bookings/{id}/contract`), or made at all
 * for a booking that came from elsewhere. The worker makes it. Whoever says which one they saw replaces no other.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function issueContract(
  core: Core,
  call: Call,
  staff: { readonly businessId: BusinessId },
  id: string,
  seen: ContractIssue,
): Promise<Executed<ScheduleRefusal, ContractIssued>> {
  return await onBooking(core, call, staff, id, {
    resource: 'contract.issue',
    asked: seen,
    // There is nobody to make one with whom the vault has forgotten.
    needsCustomer: 'known',
    commandOn: (booking) => ({ type: 'issueContract', ...booking, issueId: randomUUID(), seen: seen.from }),
    answer: ({ bookingId }) => ({ id: bookingId, beingMade: true }),
  })
}
