import type { PaperContractAttached } from '@forecourt/contracts/contract.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import type { BusinessId } from '@forecourt/domain/ids.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { isContractOf } from '@forecourt/kit/object-path.ts'
import { onBooking } from '../booking/on-booking.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'

/** Not a path that `PUT /api/contract-upload` has given. */
export interface PaperRefusal {
  readonly code: 'contract-unknown'
}

/**
 * Staff put the picture of a contract that was signed on paper to its booking. The file is the customer's from then on, and
 * goes with them when they are erased.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function attachContract(
  core: Core,
  call: Call,
  staff: { readonly businessId: BusinessId },
  id: string,
  contractPath: string,
): Promise<Executed<ScheduleRefusal | PaperRefusal, PaperContractAttached>> {
  if (!isContractOf(core.lookupKey, staff.businessId, contractPath)) return refuse({ code: 'contract-unknown' })
  const attached = await onBooking(core, call, staff, id, {
    resource: 'contract.attach',
    asked: { contractPath },
    needsCustomer: 'key',
    filePath: contractPath,
    commandOn: (booking) => ({ type: 'attachContract', ...booking, contractPath }),
    answer: ({ bookingId }) => ({ id: bookingId, contractPath }),
  })
  // Another customer's file is as unknown as a made-up one.
  const isOfAnother = !attached.ok && attached.refusal.code === 'file-of-another'
  return isOfAnother ? refuse({ code: 'contract-unknown' }) : attached
}
