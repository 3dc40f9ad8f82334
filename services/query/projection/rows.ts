import type { CivilDate } from '@forecourt/domain/civil-date.ts'
import type { LicenceStatus } from '@forecourt/domain/customer/customer.ts'
import type { BookingId, BusinessId, CustomerId, MaintenanceId, UserId, VehicleId } from '@forecourt/domain/ids.ts'
import type { Instant } from '@forecourt/domain/instant.ts'
import type { Pence } from '@forecourt/domain/money.ts'
import type { FailureCause } from '@forecourt/domain/notification/events.ts'
import type { MaintenanceKind } from '@forecourt/domain/schedule/events.ts'
import type { VehicleDetails, VehicleStatus } from '@forecourt/domain/vehicle/events.ts'

/**
 * The rows of the read model (specification section 3). Personal columns are null once the person was erased: the types
 * make every reader say what it shows then. Times are the facts' own (`occurredAt`), never the projector's clock.
 */

export interface BusinessRow {
  readonly businessId: BusinessId
  readonly name: string
  readonly slug: string
  readonly description: string | null
  readonly logoPath: string | null
  readonly primaryColor: string
  readonly contactEmail: string | null
  readonly contactPhone: string | null
  readonly address: string | null
  /** Days after each approved booking that no other booking may hold. */
  readonly turnaroundDays: number
  /** Days after the hire, or the refusal, that a driving licence is kept. */
  readonly licenceRetentionDays: number
  readonly terms: string | null
  readonly termsVersion: number
  /** Raised with everything that is changed of the settings. */
  readonly settingsVersion: number
  /** The calendars whose links work, as JSON: see business.ts. */
  readonly calendarFeeds: string
  readonly currency: string
  readonly timeZone: string
  readonly isActive: boolean
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export interface UserRow {
  readonly userId: UserId
  /** Null for a platform operator, who belongs to no tenant. */
  readonly businessId: BusinessId | null
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly profileImageUrl: string | null
  readonly role: string
  readonly isAdmin: boolean
  readonly isActive: boolean
  /** Has not chosen a first password yet. */
  readonly isInvited: boolean
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export interface VehicleRow extends VehicleDetails {
  readonly vehicleId: VehicleId
  readonly businessId: BusinessId
  /** The stored status; that a vehicle is out today is derived when it is read. */
  readonly status: VehicleStatus
  /** A removed vehicle stays, because past bookings keep its name (decisions: bookings). */
  readonly isRemoved: boolean
  readonly motDue: CivilDate | null
  readonly serviceDue: CivilDate | null
  readonly insuranceDue: CivilDate | null
  readonly taxDue: CivilDate | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export interface CustomerRow {
  readonly customerId: CustomerId
  readonly businessId: BusinessId
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: string | null
  /** When they were given who and where this is, with a request that staff have approved or by themselves; null before. */
  readonly detailsGivenAt: Instant | null
  readonly licencePath: string | null
  /** The same of the picture. */
  readonly licenceGivenAt: Instant | null
  readonly licenceStatus: LicenceStatus
  /** Why it was refused. */
  readonly licenceRefusedReason: string | null
  /** When staff last said what they think of this picture, and who did. */
  readonly licenceCheckedAt: Instant | null
  readonly licenceCheckedBy: UserId | null
  /** What they have said last, and of which picture, as JSON: see licence-verdict.ts. Null when that holds for none. */
  readonly licenceVerdict: string | null
  readonly hiddenFromCustomersPage: boolean
  readonly isErased: boolean
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export interface BookingRow {
  readonly bookingId: BookingId
  readonly businessId: BusinessId
  readonly customerId: CustomerId
  readonly vehicleId: VehicleId
  readonly reference: string
  readonly channel: 'portal' | 'desk'
  readonly pickupDate: CivilDate
  readonly dropoffDate: CivilDate
  readonly days: number
  readonly dailyRate: Pence
  readonly totalAmount: Pence
  readonly status: 'pending' | 'approved' | 'rejected' | 'completed'
  /** The details given with this booking: they become the customer's only when staff approve it. */
  readonly contactName: string | null
  readonly contactEmail: string | null
  readonly contactPhone: string | null
  readonly contactAddress: string | null
  readonly licencePath: string | null
  readonly notes: string | null
  readonly adminNotes: string | null
  /** Of the version that holds. */
  readonly contractPath: string | null
  /** All else that staff see of the contract, as JSON: see contract.ts. */
  readonly contract: string
  /** Of the link to the renter's own page: links of an earlier one lead nowhere. */
  readonly linkVersion: number
  /** Since when staff have been asked to cancel it; null when they are not. */
  readonly cancellationAskedAt: Instant | null
  /** What happened to it, as its renter is told, the oldest first: JSON, see moments.ts. */
  readonly moments: string
  readonly hiddenFromRecent: boolean
  readonly hiddenFromBookingsPage: boolean
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Days on which a vehicle is worked on: `[fromDate, toDate)`. What was cancelled stays, and is in no answer. */
export interface MaintenanceRow {
  readonly maintenanceId: MaintenanceId
  readonly businessId: BusinessId
  readonly vehicleId: VehicleId
  readonly fromDate: CivilDate
  readonly toDate: CivilDate
  readonly kind: MaintenanceKind
  readonly note: string | null
  readonly isCancelled: boolean
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** A mail about a booking that met with difficulties. Who it is for follows from its template; no address is in it. */
export interface MailRow {
  readonly notificationId: string
  readonly bookingId: BookingId
  readonly businessId: BusinessId
  readonly template: string
  readonly status: 'retrying' | 'failed' | 'settled'
  readonly cause: FailureCause
  /** Of the last attempt, or of what settled it. */
  readonly at: Instant
}

/** What happened to a booking by one event. */
export interface BookingHistoryRow {
  readonly eventId: string
  readonly bookingId: BookingId
  readonly businessId: BusinessId
  /** Of the event: the order of what happened. */
  readonly position: number
  readonly at: Instant
  readonly sentence: string
  readonly actorKind: string
  readonly actorId: string
}

/**
 * Figures (decisions: figures) are sums over the bookings that count, approved and completed ones, kept as rows so that
 * reading them costs the same whatever happened before. Money is in whole pence.
 */
export interface VehicleTotalsRow {
  readonly vehicleId: VehicleId
  readonly businessId: BusinessId
  readonly revenue: number
  readonly bookings: number
  /** The bookings' days together. */
  readonly daysBooked: number
}

/** A calendar month of a vehicle. */
export interface VehicleMonthRow {
  /** `{vehicleId}.{YYYY-MM}` */
  readonly monthId: string
  readonly vehicleId: VehicleId
  readonly businessId: BusinessId
  /** Its first day. */
  readonly month: string
  /** Of bookings whose pickup is in this month. */
  readonly revenue: number
  /** Approved bookings that hold at least one of its days. */
  readonly activeBookings: number
  /** Days that are held by at least one booking. */
  readonly daysBooked: number
  /**
   * How many bookings hold each of its days, the first one first, with commas between. More than one can: the days of a
   * booking that was completed early may be given to the next, and still the day counts once.
   */
  readonly holders: string
}

export interface BusinessTotalsRow {
  readonly businessId: BusinessId
  /** Those who are not erased. */
  readonly customers: number
}
