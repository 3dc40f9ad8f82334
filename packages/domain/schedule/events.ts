import { z } from 'zod'
import { CivilDate } from '../civil-date.ts'
import { defineEvent, definePersonalEvent, type EventOf, type FactOf } from '../event.ts'
import { BookingId, BusinessId, CustomerId, MaintenanceId, VehicleId } from '../ids.ts'
import { Instant } from '../instant.ts'
import { Pence } from '../money.ts'
import { ObjectPath } from '../object-path.ts'
import { Sha256, SignatureEvidence, SignedBy } from './signature.ts'

/** What a renter says of themselves when they ask for a booking. */
export const CustomerIdentity = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
})
export type CustomerIdentity = z.infer<typeof CustomerIdentity>

/** Which booking of which business: every event of the schedule carries it, so that no reader needs to look it up. */
const subject = { bookingId: BookingId, businessId: BusinessId, customerId: CustomerId }
const period = { pickupDate: CivilDate, dropoffDate: CivilDate }

export const BookingRequested = definePersonalEvent(
  'BookingRequested',
  1,
  z.object({
    ...subject,
    vehicleId: VehicleId,
    reference: z.string(),
    channel: z.enum(['portal', 'desk']),
    ...period,
    days: z.int(),
    dailyRate: Pence,
    totalAmount: Pence,
  }),
  z.object({ customer: CustomerIdentity, licencePath: ObjectPath, notes: z.string().nullable() }),
)
export const BookingApproved = defineEvent('BookingApproved', 1, z.object({ ...subject, ...period }))
export const BookingRejected = defineEvent(
  'BookingRejected',
  1,
  z.object({ ...subject, reason: z.string().nullable() }),
)
export const BookingCancelled = defineEvent(
  'BookingCancelled',
  1,
  z.object({ ...subject, reason: z.string().nullable() }),
)
export const BookingCompleted = defineEvent('BookingCompleted', 1, z.object({ ...subject }))
export const BookingReinstated = defineEvent('BookingReinstated', 1, z.object({ ...subject, ...period }))
/** `mark` tells these notes from others without opening them: '' for none, null in events that are older than marks. */
export const BookingAdminNotesSaved = definePersonalEvent(
  'BookingAdminNotesSaved',
  2,
  z.object({ ...subject, mark: z.string().nullable() }),
  z.object({ notes: z.string() }),
)
/** The renter takes their request back before anybody has agreed to it. */
export const BookingWithdrawn = defineEvent('BookingWithdrawn', 1, z.object({ ...subject }))
/** The renter of an approved booking asks to be let out of it. Staff answer: they cancel the booking, or decline. */
export const CancellationRequested = defineEvent('CancellationRequested', 1, z.object({ ...subject }))
export const CancellationDeclined = defineEvent('CancellationDeclined', 1, z.object({ ...subject }))
/** The renter's page has another address from now on: links of earlier versions lead nowhere. The first one has version 0. */
export const BookingLinkReissued = defineEvent(
  'BookingLinkReissued',
  1,
  z.object({ ...subject, version: z.int().min(1) }),
)
/**
 * The renter has sent another picture of their licence, before anybody has agreed to the request. `mark` tells it from others
 * without saying where it is; null in events that are older than it.
 */
export const BookingLicenceReplaced = definePersonalEvent(
  'BookingLicenceReplaced',
  2,
  z.object({ ...subject, mark: z.string().nullable() }),
  z.object({ licencePath: ObjectPath }),
)
export const BookingHiddenFromRecent = defineEvent('BookingHiddenFromRecent', 1, z.object({ ...subject }))
export const BookingHiddenFromBookingsPage = defineEvent('BookingHiddenFromBookingsPage', 1, z.object({ ...subject }))
/** Staff want a contract made anew, or the first one for a booking that came from elsewhere. */
export const ContractIssueRequested = defineEvent(
  'ContractIssueRequested',
  1,
  z.object({ ...subject, issueId: z.uuid() }),
)
/**
 * The contract is made and stored. `issueId` says what it was made for: the approval (`firstIssueOf`) or a request of staff.
 * `sha256` is of the file's bytes, in hex; null in events that are older than it. `termsVersion` 0: the platform's own words,
 * for a business that has no terms.
 */
export const ContractGenerated = defineEvent(
  'ContractGenerated',
  2,
  z.object({
    ...subject,
    issueId: z.uuid(),
    contractPath: ObjectPath,
    sha256: Sha256.nullable(),
    termsVersion: z.int(),
  }),
)
/** Somebody signed the document with this hash. Who, how and from where is theirs, and sealed. */
export const ContractSigned = definePersonalEvent(
  'ContractSigned',
  1,
  z.object({ ...subject, signatureId: z.uuid(), sha256: Sha256, signedBy: SignedBy, signedAt: Instant }),
  SignatureEvidence,
)
/** The copy that carries the signature and its evidence is made and stored; `sha256` is of the copy. */
export const SignedContractFiled = defineEvent(
  'SignedContractFiled',
  1,
  z.object({ ...subject, signatureId: z.uuid(), contractPath: ObjectPath, sha256: Sha256 }),
)
/** A contract on paper was signed instead, and this is its picture. */
export const ContractUploaded = defineEvent('ContractUploaded', 1, z.object({ ...subject, contractPath: ObjectPath }))
/**
 * The vehicle leaves the fleet: no booking can be asked for or approved from here on. It is written before
 * `VehicleRemovedFromFleet`, in the stream where approving happens, so that an approval cannot slip in between.
 */
export const ScheduleClosed = defineEvent(
  'ScheduleClosed',
  1,
  z.object({ vehicleId: VehicleId, businessId: BusinessId }),
)
const departure = z.object({ vehicleId: VehicleId, businessId: BusinessId, customerId: CustomerId })
/**
 * A customer is about to be erased: from here on none of their bookings of this vehicle is approved, reinstated or noted
 * down about. It is written before `CustomerErased`, in the stream where approving happens, so that an approval cannot
 * slip in between.
 */
export const CustomerBookingsClosed = defineEvent('CustomerBookingsClosed', 1, departure)
/** The customer stays after all: a booking of theirs was approved elsewhere while they were about to be erased. */
export const CustomerBookingsReopened = defineEvent('CustomerBookingsReopened', 1, departure)

export const MaintenanceKind = z.enum(['service', 'mot', 'repair', 'cleaning', 'other'])
export type MaintenanceKind = z.infer<typeof MaintenanceKind>

/** Which block of which vehicle: no booking and no other maintenance holds its days. */
const block = { maintenanceId: MaintenanceId, vehicleId: VehicleId, businessId: BusinessId }
/** Half-open, as a booking's days: `to` is the first day on which the vehicle can be had again. */
const blocked = { from: CivilDate, to: CivilDate }
/**
 * `note` is of the vehicle and the work, in the staff's own words. It is not sealed: no person's key is at hand that could
 * be destroyed. So it is for no personal data, is short, and what looks like an address or a telephone number is refused
 * where it comes in.
 */
const work = { kind: MaintenanceKind, note: z.string().nullable() }
export const MaintenanceScheduled = defineEvent('MaintenanceScheduled', 1, z.object({ ...block, ...blocked, ...work }))
export const MaintenanceMoved = defineEvent('MaintenanceMoved', 1, z.object({ ...block, ...blocked }))
/** What is to be done was put otherwise; its days stay. */
export const MaintenanceDescribed = defineEvent('MaintenanceDescribed', 1, z.object({ ...block, ...work }))
export const MaintenanceCancelled = defineEvent('MaintenanceCancelled', 1, z.object(block))

type Definition =
  | typeof BookingRequested
  | typeof BookingApproved
  | typeof BookingRejected
  | typeof BookingCancelled
  | typeof BookingCompleted
  | typeof BookingReinstated
  | typeof BookingAdminNotesSaved
  | typeof BookingWithdrawn
  | typeof CancellationRequested
  | typeof CancellationDeclined
  | typeof BookingLinkReissued
  | typeof BookingLicenceReplaced
  | typeof BookingHiddenFromRecent
  | typeof BookingHiddenFromBookingsPage
  | typeof ContractIssueRequested
  | typeof ContractGenerated
  | typeof ContractSigned
  | typeof SignedContractFiled
  | typeof ContractUploaded
  | typeof ScheduleClosed
  | typeof CustomerBookingsClosed
  | typeof CustomerBookingsReopened
  | typeof MaintenanceScheduled
  | typeof MaintenanceMoved
  | typeof MaintenanceDescribed
  | typeof MaintenanceCancelled
export type ScheduleEvent = EventOf<Definition>
export type ScheduleFact = FactOf<Definition>
