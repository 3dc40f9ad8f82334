import { contractAfterDecision, withoutContract } from './contract.ts'
import type { ToldFact, ToldOf } from './facts.ts'
import type { BookingRow } from './rows.ts'

/** A request as a renter or the desk made it, with the details that were given with it. */
export function requested({ data, personal, at }: ToldOf<'BookingRequested'>): BookingRow {
  return {
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
    hiddenFromRecent: false,
    hiddenFromBookingsPage: false,
    createdAt: at,
    updatedAt: at,
  }
}

const STATUS_AFTER = {
  BookingApproved: 'approved',
  BookingRejected: 'rejected',
  BookingCancelled: 'rejected',
  BookingCompleted: 'completed',
  BookingReinstated: 'approved',
} as const satisfies Record<string, BookingRow['status']>

/** Whether the fact is a decision of the staff about a booking: it alone moves its status. */
export function isDecision(fact: ToldFact): fact is ToldOf<keyof typeof STATUS_AFTER> {
  return Object.hasOwn(STATUS_AFTER, fact.type)
}

/** The status after a decision of the staff (specification section 4: a cancelled booking is a rejected one). */
export function decided(booking: BookingRow, fact: ToldOf<keyof typeof STATUS_AFTER>): BookingRow {
  return { ...booking, ...contractAfterDecision(booking, fact), status: STATUS_AFTER[fact.type], updatedAt: fact.at }
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
    updatedAt: at,
  }
}
