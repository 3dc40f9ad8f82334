import { accept, type Decision, refuse } from '../decision.ts'
import type { BookingId } from '../ids.ts'
import { type CustomerState, isAbsent, type LicenceStatus, subject } from './customer.ts'
import type { CustomerCommandOf, CustomerRefusal } from './decider.ts'
import type { CustomerEvent } from './events.ts'

type Outcome = Decision<CustomerEvent, CustomerRefusal>

/** Staff have looked at a driving licence. */
export interface CheckLicence extends CustomerCommandOf {
  /** Tells the picture that the customer has from others; '' when there is none. */
  readonly picture: string
  /** Tells the one that staff had before them. Without it nothing is compared. */
  readonly seen?: string | undefined
  /** The status that they saw. Without it nothing is compared. */
  readonly from?: LicenceStatus | undefined
}

export type ResetLicence = Partial<Pick<CheckLicence, 'picture' | 'seen' | 'from'>> & CustomerCommandOf

/** Something is wrong with it, and the renter is told. */
export interface RefuseLicence extends CheckLicence {
  /** The booking that the renter is written to about. */
  readonly bookingId: BookingId | null
  readonly reason: string
  /** Tells the reason from others: `markOf` with the customer's key. */
  readonly mark: string
}

export type ExpireLicence = Omit<RefuseLicence, 'reason' | 'mark'>

/**
 * The licence is good (specification section 4). Said again of the same picture it is so already; of another one it is news,
 * because that puts the status back to pending wherever it is shown.
 */
export function verifyLicence(command: CheckLicence, customer: CustomerState): Outcome {
  if (isAbsent(customer, command)) return refuse({ code: 'not-found' })
  if (isUnseen(command)) return refuse({ code: 'licence-changed' })
  const { picture } = command
  if (customer.licence === 'verified' && customer.picture === picture) return accept()
  if (isOvertaken(command, customer, 'verified')) return overtaken(customer, 'verified')
  return accept({ type: 'CustomerLicenceVerified', data: { ...subject(command), picture } })
}

/** The picture cannot be taken for a licence: unreadable, somebody else's, the wrong side. Another reason is news again. */
export function refuseLicence(command: RefuseLicence, customer: CustomerState): Outcome {
  if (isAbsent(customer, command)) return refuse({ code: 'not-found' })
  if (isUnseen(command)) return refuse({ code: 'licence-changed' })
  const { picture, bookingId, reason, mark } = command
  const isSo = customer.licence === 'refused' && customer.picture === picture && customer.reasonMark === mark
  if (isSo) return accept()
  if (isOvertaken(command, customer, 'refused')) return overtaken(customer, 'refused')
  const data = { ...subject(command), picture, bookingId, mark }
  return accept({ type: 'CustomerLicenceRefused', data, personal: { reason } })
}

/** It was good once. */
export function expireLicence(command: ExpireLicence, customer: CustomerState): Outcome {
  if (isAbsent(customer, command)) return refuse({ code: 'not-found' })
  if (isUnseen(command)) return refuse({ code: 'licence-changed' })
  const { picture, bookingId } = command
  if (customer.licence === 'expired' && customer.picture === picture) return accept()
  if (isOvertaken(command, customer, 'expired')) return overtaken(customer, 'expired')
  return accept({ type: 'CustomerLicenceExpired', data: { ...subject(command), picture, bookingId } })
}

/** Back to pending: the licence must be looked at again. */
export function resetLicence(command: ResetLicence, customer: CustomerState): Outcome {
  if (isAbsent(customer, command)) return refuse({ code: 'not-found' })
  if (isUnseen(command)) return refuse({ code: 'licence-changed' })
  if (customer.licence === 'pending') return accept()
  if (isOvertaken(command, customer, 'pending')) return overtaken(customer, 'pending')
  return accept({ type: 'CustomerLicenceReset', data: subject(command) })
}

export interface DeleteLicence extends CheckLicence {
  readonly licencePath: string
}

/**
 * The days for which the business keeps the licence are over. Whether they are is for the caller to know, because the
 * bookings that may need it are in many schedules; here it happens once. What staff said of it stays said.
 */
export function deleteLicence(command: DeleteLicence, customer: CustomerState): Outcome {
  if (isAbsent(customer, command)) return refuse({ code: 'not-found' })
  const { picture, licencePath } = command
  if (customer.deletedPictures.includes(picture)) return accept()
  return accept({ type: 'CustomerLicenceDeleted', data: { ...subject(command), picture }, personal: { licencePath } })
}

/** Another picture has taken the place of the one that staff had before them: nobody has looked at that. */
function isUnseen({ picture, seen }: ResetLicence): boolean {
  return seen !== undefined && seen !== picture
}

/**
 * Others have said something else since the person looked, and not the very same: a verdict that has waited for a network, say, is
 * not to take back theirs, of which the renter may have been told. Of another picture than the one that they spoke of, theirs
 * may be shown, or that nobody has looked at it.
 */
function isOvertaken({ from, picture }: ResetLicence, customer: CustomerState, wanted: LicenceStatus): boolean {
  if (from === undefined || from === customer.licence || customer.licence === wanted) return false
  return from !== 'pending' || customer.picture === picture
}

const overtaken = ({ licence: present }: CustomerState, wanted: LicenceStatus): Outcome =>
  refuse({ code: 'licence-status-changed', present, wanted })
