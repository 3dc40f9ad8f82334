import { accept, type Decision, refuse } from '../decision.ts'
import type { Instant } from '../instant.ts'
import { type Contract, NO_CONTRACT } from './contract-state.ts'
import type { ScheduleEvent } from './events.ts'
import type { ScheduleRefusal } from './refusals.ts'
import type { SignatureEvidence, SignedBy } from './signature.ts'
import { type Booking, bookingOf, type Schedule } from './state.ts'
import { type StaffCommand, subject } from './transitions.ts'

type Outcome = Decision<ScheduleEvent, ScheduleRefusal>

/** Which contract somebody had in front of them. */
export interface SeenContract {
  readonly state: 'none' | 'unsigned' | 'signed' | 'uploaded'
  /** Of the document that can be signed, or was. */
  readonly sha256: string | null
}

export interface IssueContract extends StaffCommand {
  /** A new UUID. */
  readonly issueId: string
  /** What the person who acts saw; without it nothing is compared. */
  readonly seen?: SeenContract | undefined
}

/**
 * Staff want a contract with what is so now. The one that there is, signed or not, is kept and holds until then, but is signed
 * no more. Nobody has one made in place of another than they saw: it may have been signed meanwhile.
 */
export function issueContract({ issueId, seen, ...command }: IssueContract, schedule: Schedule): Outcome {
  return onLetBooking(command, schedule, (booking) => {
    const { state, sha256 } = shownOf(booking.contract ?? NO_CONTRACT)
    if (seen !== undefined && (seen.state !== state || (HASHED.has(state) && seen.sha256 !== sha256))) {
      return refuse({ code: 'contract-changed', standing: state })
    }
    return accept({ type: 'ContractIssueRequested', data: { ...subject(booking), issueId } })
  })
}

/** The states in which there is a document that a hash tells from others. */
const HASHED: ReadonlySet<SeenContract['state']> = new Set(['unsigned', 'signed'])

/** What holds, as staff are shown it. */
function shownOf({ standing }: Contract): SeenContract {
  if (standing === null) return { state: 'none', sha256: null }
  if (standing.kind === 'uploaded') return { state: 'uploaded', sha256: null }
  return { state: standing.kind === 'signed' ? 'signed' : 'unsigned', sha256: standing.sha256 }
}

export interface RecordContract extends StaffCommand {
  readonly issueId: string
  readonly contractPath: string
  readonly sha256: string
  readonly termsVersion: number
}

/**
 * The contract of an issue is made. Nothing is written when it is not due any more: it is on record already, a later issue
 * took its place, or one on paper did. A booking that was cancelled meanwhile gets none.
 */
export function recordContract(command: RecordContract, schedule: Schedule): Outcome {
  const { issueId, contractPath, sha256, termsVersion } = command
  return onLetBooking(command, schedule, (booking) => {
    if (booking.contract?.due !== issueId) return accept()
    return accept({
      type: 'ContractGenerated',
      data: { ...subject(booking), issueId, contractPath, sha256, termsVersion },
    })
  })
}

export interface SignContract extends StaffCommand {
  /** A new UUID. */
  readonly signatureId: string
  /** Of the document that the person who signed was shown. */
  readonly sha256: string
  readonly signedBy: SignedBy
  readonly signedAt: Instant
  readonly evidence: SignatureEvidence
}

/** The contract is signed, once: it is the document that was shown, or nothing is signed. */
export function signContract(command: SignContract, schedule: Schedule): Outcome {
  const { signatureId, sha256, signedBy, signedAt, evidence } = command
  return onLetBooking(command, schedule, (booking) => {
    const { standing, due } = booking.contract ?? NO_CONTRACT
    if (standing === null) return refuse({ code: 'contract-missing' })
    if (standing.kind !== 'issued') return refuse({ code: 'contract-signed' })
    // Staff want another one signed, which is being made: a signature under this one would hold for a minute.
    if (standing.sha256 !== sha256 || due !== null) return refuse({ code: 'contract-changed' })
    return accept({
      type: 'ContractSigned',
      data: { ...subject(booking), signatureId, sha256, signedBy, signedAt },
      personal: evidence,
    })
  })
}

export interface RecordSignedContract extends StaffCommand {
  readonly signatureId: string
  readonly contractPath: string
  readonly sha256: string
}

/** The signed copy is made, whatever became of the booking: what was signed was signed. Nothing is written a second time. */
export function recordSignedContract(command: RecordSignedContract, schedule: Schedule): Outcome {
  const { signatureId, contractPath, sha256 } = command
  const booking = bookingOf(schedule, command)
  if (booking === undefined) return refuse({ code: 'not-found' })
  if (schedule.leaving.has(booking.customerId)) return refuse({ code: 'customer-erased' })
  if (booking.contract?.unfiled.includes(signatureId) !== true) return accept()
  return accept({ type: 'SignedContractFiled', data: { ...subject(booking), signatureId, contractPath, sha256 } })
}

export interface AttachContract extends StaffCommand {
  readonly contractPath: string
}

/** A contract on paper takes the place of one that is not signed. One that is signed never changes: issue another first. */
export function attachContract({ contractPath, ...command }: AttachContract, schedule: Schedule): Outcome {
  return onLetBooking(command, schedule, (booking) => {
    const { standing } = booking.contract ?? NO_CONTRACT
    if (standing?.kind === 'signed') return refuse({ code: 'contract-signed' })
    if (standing?.kind === 'uploaded' && standing.path === contractPath) return accept()
    return accept({ type: 'ContractUploaded', data: { ...subject(booking), contractPath } })
  })
}

/** Contracts are about bookings that the business has agreed to; a hire that is over still has its contract. */
function onLetBooking(
  command: StaffCommand,
  schedule: Schedule,
  then: (booking: Readonly<Booking>) => Outcome,
): Outcome {
  const booking = bookingOf(schedule, command)
  if (booking === undefined) return refuse({ code: 'not-found' })
  if (schedule.leaving.has(booking.customerId)) return refuse({ code: 'customer-erased' })
  const { status } = booking
  if (status === 'pending' || status === 'rejected') return refuse({ code: 'booking-not-approved', status })
  return then(booking)
}
