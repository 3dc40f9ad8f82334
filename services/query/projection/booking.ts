import { contractAfterDecision, withoutContract } from './contract.ts'
import type { ToldFact, ToldOf } from './facts.ts'
import { NO_MOMENTS, withMoment } from './moments.ts'
import type { BookingRow } from './rows.ts'

/** A request as a renter or the desk made it, with the details that were given with it. */
export function requested(fact: ToldOf<'BookingRequested'>): BookingRow {
  const { data, personal, at } = fact
  const row: BookingRow = {
    bookingId: data.bookingId,
    businessId: data.businessId,
    customerId: data.customerId,
    vehicleId: data.vehicleId,
    reference: data.reference,
    channel: data.channel,
    pickupDate: data.pickupDate,
    dropoffDate: data.dropoffDate,
    days: data.days,
    dailyRate: data.dailyRate,
    totalAmount: data.totalAmount,
    status: 'pending',
    contactName: personal?.customer.name ?? null,
    contactEmail: personal?.customer.email ?? null,
    contactPhone: personal?.customer.phone ?? null,
    contactAddress: personal?.customer.address ?? null,
    licencePath: personal?.licencePath ?? null,
    notes: personal?.notes ?? null,
    adminNotes: null,
    ...withoutContract,
    linkVersion: 0,
    cancellationAskedAt: null,
    moments: NO_MOMENTS,
    hiddenFromRecent: false,
    hiddenFromBookingsPage: false,
    createdAt: at,
    updatedAt: at,
  }
  return withMoment(row, fact)
}

const STATUS_AFTER = {
  BookingApproved: 'approved',
  BookingRejected: 'rejected',
  BookingCancelled: 'rejected',
  BookingWithdrawn: 'rejected',
  BookingCompleted: 'completed',
  BookingReinstated: 'approved',
} as const satisfies Record<string, BookingRow['status']>

/** Whether the fact is a decision about a booking, by staff or its renter: it alone moves its status. */
export function isDecision(fact: ToldFact): fact is ToldOf<keyof typeof STATUS_AFTER> {
  return Object.hasOwn(STATUS_AFTER, fact.type)
}

/** The status after a decision (specification section 4: a cancelled booking is a rejected one). */
export function decided(booking: BookingRow, fact: ToldOf<keyof typeof STATUS_AFTER>): BookingRow {
  const status = STATUS_AFTER[fact.type]
  // Whatever is decided of a booking answers whoever asked to be let out of it.
  return { ...booking, ...contractAfterDecision(booking, fact), status, cancellationAskedAt: null, updatedAt: fact.at }
}

/** Its renter asks to be let out of it, or staff have declined. */
export function cancellation(
  booking: BookingRow,
  { type, at }: ToldOf<'CancellationRequested' | 'CancellationDeclined'>,
): BookingRow {
  return { ...booking, cancellationAskedAt: type === 'CancellationRequested' ? at : null, updatedAt: at }
}

export function linkReissued(booking: BookingRow, { data, at }: ToldOf<'BookingLinkReissued'>): BookingRow {
  return { ...booking, linkVersion: data.version, updatedAt: at }
}

export function licenceReplaced(booking: BookingRow, { personal, at }: ToldOf<'BookingLicenceReplaced'>): BookingRow {
  return { ...booking, licencePath: personal?.licencePath ?? null, updatedAt: at }
}

/** The picture that came with the booking is there no more. */
export function licenceDeleted(booking: BookingRow, { at }: ToldOf<'CustomerLicenceDeleted'>): BookingRow {
  return { ...booking, licencePath: null, updatedAt: at }
}

export function adminNotesSaved(booking: BookingRow, { personal, at }: ToldOf<'BookingAdminNotesSaved'>): BookingRow {
  return { ...booking, adminNotes: personal?.notes ?? null, updatedAt: at }
}

export function hiddenFromRecent(booking: BookingRow, { at }: ToldOf<'BookingHiddenFromRecent'>): BookingRow {
  return { ...booking, hiddenFromRecent: true, updatedAt: at }
}

export function hiddenFromBookingsPage(
  booking: BookingRow,
  { at }: ToldOf<'BookingHiddenFromBookingsPage'>,
): BookingRow {
  return { ...booking, hiddenFromBookingsPage: true, updatedAt: at }
}

/** Nothing of the person is left; dates and money stay (ARCHITECTURE section 4: personal data). */
export function customerErased(booking: BookingRow, { at }: ToldOf<'CustomerErased'>): BookingRow {
  return {
    ...booking,
    contactName: null,
    contactEmail: null,
    contactPhone: null,
    contactAddress: null,
    licencePath: null,
    notes: null,
    adminNotes: null,
    ...withoutContract,
    cancellationAskedAt: null,
    moments: NO_MOMENTS,
    updatedAt: at,
  }
}
