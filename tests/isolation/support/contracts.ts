import { onBooking } from '@forecourt/command/booking/on-booking.ts'
import { BookingId, type BusinessId } from '@forecourt/domain/ids.ts'
import { firstIssueOf } from '@forecourt/domain/schedule/contract-state.ts'
import { mintContractPath } from '@forecourt/kit/object-path.ts'
import type { Platform } from '../../system/support/platform.ts'

/** SHA-256 of the contracts of these tests, which nobody makes. */
export const SHOWN = '5'.repeat(64)

/** Calls that need a booking that was agreed. */
export const ABOUT_AGREED: ReadonlySet<string> = new Set([
  'issueContract',
  'signContract',
  'attachContract',
  'contract',
  'myContract',
  'signMyContract',
])

/** What a worker writes down when the contract of a booking's approval is made. */
export async function contractMade({ core }: Platform, businessId: BusinessId, booking: string): Promise<void> {
  const issueId = firstIssueOf(BookingId.parse(booking))
  const contractPath = mintContractPath(core.lookupKey, businessId, `made-for:${issueId}`)
  const call = { actor: { kind: 'system' }, now: () => new Date() } as const
  const recorded = await onBooking(core, call, { businessId }, booking, {
    resource: 'contract.record',
    asked: {},
    needsCustomer: 'key',
    filePath: contractPath,
    commandOn: (which) => ({ type: 'recordContract', ...which, issueId, contractPath, sha256: SHOWN, termsVersion: 0 }),
    answer: () => null,
  })
  if (!recorded.ok) throw new Error(recorded.refusal.code)
}
