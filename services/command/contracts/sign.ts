import { randomUUID } from 'node:crypto'
import { CONSENT, type ContractSignature, type ContractSigned } from '@forecourt/contracts/contract.ts'
import { type BookingId, type BusinessId, requestedAtOf } from '@forecourt/domain/ids.ts'
import { epochMilliseconds, type Instant, instantOf } from '@forecourt/domain/instant.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import type { SignedBy } from '@forecourt/domain/schedule/signature.ts'
import { onBooking } from '../booking/on-booking.ts'
import { type Call, instantOfCall } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'

/** Where and on what a contract is signed. */
export interface Signing {
  /** Where the renter signs: on their own page, or at the desk with staff beside them. */
  readonly signedBy: SignedBy
  /** Network address of the device, when it is known. */
  readonly address: string | undefined
  /** How the device's browser names itself. */
  readonly device: string | undefined
  /** Of the renter's link, when they sign on their own page. */
  readonly linkVersion?: number
}

const LONGEST_DEVICE = 300

/**
 * A renter signs the contract of their booking, and with it the very document that they were shown. A signature that comes
 * again with its key is answered as the first time; what else comes after it is refused, for a signed contract never changes.
 * @param of the business whose booking it must be
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function signContract(
  core: Core,
  call: Call,
  of: { readonly businessId: BusinessId },
  id: string,
  signature: ContractSignature,
  signing: Signing,
): Promise<Executed<ScheduleRefusal, ContractSigned>> {
  const { sha256, name, strokes = null } = signature
  // One instant: the evidence tells by it that our clock was taken.
  const at = instantOfCall(call)
  return await onBooking(core, { ...call, now: () => new Date(at) }, of, id, {
    resource: `contract.sign ${signing.signedBy}`,
    asked: signature,
    needsCustomer: 'key',
    linkVersion: signing.linkVersion,
    commandOn: (booking) => ({
      type: 'signContract',
      ...booking,
      signatureId: randomUUID(),
      sha256,
      signedBy: signing.signedBy,
      signedAt: signedAt(signature, booking.bookingId, at),
      evidence: {
        name,
        strokes,
        consent: CONSENT,
        address: signing.address ?? null,
        device: signing.device?.slice(0, LONGEST_DEVICE) ?? null,
      },
    }),
    answer({ bookingId }, facts) {
      const signed = facts.find((fact) => fact.type === 'ContractSigned')
      if (signed === undefined) throw new Error('a contract was signed and nothing says so')
      const { signedBy, signedAt: moment } = signed.data
      return { id: bookingId, sha256: signed.data.sha256, signedBy, signedAt: moment }
    },
  })
}

/**
 * By the device's clock, which may have been without a network for a while, where it can be right: nobody signs in the
 * future, or before there was a booking. Otherwise by ours. When the signature came in stands in the evidence anyhow.
 */
function signedAt({ signedAt: claimed }: ContractSignature, bookingId: BookingId, now: Instant): Instant {
  if (claimed === undefined) return now
  const moment = Date.parse(claimed)
  return requestedAtOf(bookingId) <= moment && moment <= epochMilliseconds(now) ? instantOf(moment) : now
}
