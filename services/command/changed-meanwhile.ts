import type { LicenceStatus } from '@forecourt/domain/customer/customer.ts'
import { dayInWords } from '@forecourt/domain/history/words.ts'
import type { SeenContract } from '@forecourt/domain/schedule/contract.ts'
import type { SeenWork, Work, WorkPart } from '@forecourt/domain/schedule/work.ts'
import type { VehicleDueDates, VehicleStatus } from '@forecourt/domain/vehicle/events.ts'

/**
 * What is said to staff who act on what has changed since they saw it; of what they save, both values, theirs and the
 * colleague's.
 */

interface Torn<Part, Whole> {
  readonly parts: readonly Part[]
  readonly present: Whole
  readonly wanted: Whole
}

/** Of maintenance. */
export function changedMaintenance({ parts, present, wanted }: Torn<WorkPart, Work>): string {
  const said: Readonly<Record<WorkPart, (work: Work) => string>> = {
    days: daysOf,
    kind: ({ kind }) => kind,
    note: ({ note }) => (note === null ? 'none' : `“${note}”`),
  }
  const both = parts.map((part) => sides(PARTS[part], said[part](present), said[part](wanted)))
  return `Somebody has changed this maintenance meanwhile: ${both.join('; ')}. Look at it before you save yours.`
}

/** Of maintenance that was to be cancelled: what it is by now, and what it was when they saw it. */
export function notCancelled({ present, seen }: { readonly present: SeenWork; readonly seen: SeenWork }): string {
  const [now, before] = [present, seen].map((work) => `${kindInWords[work.kind]}, ${daysOf(work)}`)
  return `Somebody has changed this maintenance meanwhile: ${now} (you saw: ${before}). It still stands: look at it, and cancel it again if it is not to take place.`
}

/** Of a vehicle's status. */
export function changedStatus({ present, wanted }: Overtaken<VehicleStatus>): string {
  return `Somebody has marked this vehicle as ${statusInWords[present]} meanwhile, and so it stays. Look at it, and mark it as ${statusInWords[wanted]} again if that is right.`
}

/** Of a licence: what was said of it. */
export function changedLicenceStatus({ present, wanted }: Overtaken<LicenceStatus>): string {
  return `Somebody has ${SAID[present]} meanwhile, and so it stays. Look at it, and ${TO_SAY[wanted]} again if that is right.`
}

interface Overtaken<Status> {
  readonly present: Status
  readonly wanted: Status
}

const SAID: Readonly<Record<LicenceStatus, string>> = {
  pending: 'put this licence back to pending',
  verified: 'verified this licence',
  refused: 'refused this licence',
  expired: 'marked this licence as expired',
}
const TO_SAY: Readonly<Record<LicenceStatus, string>> = {
  pending: 'mark it as pending',
  verified: 'mark it as verified',
  refused: 'refuse it',
  expired: 'mark it as expired',
}
const statusInWords: Readonly<Record<VehicleStatus, string>> = {
  available: 'available',
  booked: 'booked',
  maintenance: 'in maintenance',
  unavailable: 'unavailable',
}

/** Of a vehicle's due dates. */
export function changedDueDates({ parts, present, wanted }: Torn<keyof VehicleDueDates, VehicleDueDates>): string {
  const both = parts.map((paper) => sides(PAPERS[paper], dueDay(present[paper]), dueDay(wanted[paper])))
  return `Somebody has changed these due dates meanwhile: ${both.join('; ')}. Look at them before you save yours.`
}

const daysOf = ({ from, to }: SeenWork) => `${dayInWords(from)} to ${dayInWords(to)}`

/** Of a renter's wish to cancel. @param again whether the renter has asked once more since */
export function answeredWish(again: boolean): string {
  return again
    ? 'Somebody has answered this renter meanwhile, and the renter has asked to cancel again. Look at the booking before you answer.'
    : 'Somebody has answered this renter meanwhile: the booking stands. Use Cancel Booking if it is to be cancelled all the same.'
}

/** Of a contract that was to be made anew. @param standing what there is by now */
export function changedContract(standing: SeenContract['state']): string {
  return `${CONTRACTS[standing]} Look at it before you have another one made.`
}

const CONTRACTS: Readonly<Record<SeenContract['state'], string>> = {
  none: 'There is another contract than you saw.',
  unsigned: 'A new contract has been made meanwhile.',
  signed: 'The contract has been signed meanwhile.',
  uploaded: 'The contract has been signed on paper meanwhile.',
}

const dueDay = (day: VehicleDueDates[keyof VehicleDueDates]) => (day === null ? 'unknown' : dayInWords(day))

const sides = (name: string, theirs: string, yours: string) => `${name} (theirs: ${theirs}, yours: ${yours})`

export const kindInWords: Readonly<Record<Work['kind'], string>> = {
  service: 'service',
  mot: 'MOT',
  repair: 'repair',
  cleaning: 'cleaning',
  other: 'other work',
}
const PARTS: Readonly<Record<WorkPart, string>> = { days: 'days', kind: 'what is done', note: 'note' }
const PAPERS: Readonly<Record<keyof VehicleDueDates, string>> = {
  mot: 'MOT',
  service: 'service',
  insurance: 'insurance',
  tax: 'tax',
}
