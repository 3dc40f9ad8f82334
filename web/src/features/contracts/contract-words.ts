import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import type { ContractVersion } from '@forecourt/contracts/contract.ts'
import { momentOf } from '../../lib/dates.ts'

/** A booking's contract in words, and what can be done with it. */

type Concerned = Pick<AdminBooking, 'status' | 'contract'>

/** Where the contract stands: the sentence, and what follows from it. */
export function standingOf(
  { status, contract }: Concerned,
  timeZone: string,
): { readonly title: string; readonly more?: string } {
  const { state, beingMade, signedBy, signedAt } = contract
  const again = beingMade ? { more: 'A new version is being made; it is to be signed again.' } : {}
  if (state === 'signed') {
    const where = signedBy === 'renter' ? 'by the renter on their own page' : 'at the desk'
    return { title: `Signed ${where}${signedAt === null ? '' : ` on ${momentOf(signedAt, timeZone)}`}`, ...again }
  }
  if (state === 'uploaded') return { title: 'Signed on paper', ...again }
  if (state === 'unsigned' && !isAgreed(status)) {
    return { title: 'Not signed', more: 'The booking does not take place: there is nothing to sign.' }
  }
  if (state === 'unsigned') {
    return { title: 'To be signed', more: 'By the renter on their own page, or here.', ...again }
  }
  if (beingMade) return { title: 'Being made', more: 'It is here in a few seconds.' }
  if (status === 'pending') return { title: 'None yet', more: 'It is made when the booking is approved.' }
  return { title: 'None' }
}

/** What staff can do with the contract now. */
export function waysOf({ status, contract: { state, beingMade, sha256 } }: Concerned) {
  const isOn = isAgreed(status)
  return {
    sign: isOn && state === 'unsigned' && !beingMade && sha256 !== null,
    attach: isOn && state !== 'signed',
    isAttached: state === 'uploaded',
    issue: isOn && !beingMade,
  }
}

const isAgreed = (status: Concerned['status']) => status === 'approved' || status === 'completed'

const kinds = { issued: 'Contract', signed: 'Signed copy', uploaded: 'Signed on paper' } as const

/** One version, as the list of them names it. */
export function versionName({ kind, termsVersion }: ContractVersion): string {
  const terms = termsVersion === null || termsVersion === 0 ? '' : ` · terms version ${termsVersion}`
  return `${kinds[kind]}${terms}`
}
