import type { ToldOf } from './facts.ts'
import type { BookingRow, CustomerRow } from './rows.ts'

/**
 * A customer is whoever has asked this business for a booking: the first request makes their row. Later requests change
 * nothing that is known of them, because anybody may type somebody else's e-mail address.
 */
export function firstSeen({ data, personal, at }: ToldOf<'BookingRequested'>): CustomerRow {
  return {
    customerId: data.customerId,
    businessId: data.businessId,
    name: personal?.customer.name ?? null,
    email: personal?.customer.email ?? null,
    phone: personal?.customer.phone ?? null,
    address: personal?.customer.address ?? null,
    licencePath: personal?.licencePath ?? null,
    licenceStatus: 'pending',
    hiddenFromCustomersPage: false,
    isErased: false,
    createdAt: at,
    updatedAt: at,
  }
}

/** Staff have approved the booking, and with it the details that came with it. */
export function confirmedBy(
  customer: CustomerRow,
  booking: BookingRow,
  { at }: ToldOf<'BookingApproved'>,
): CustomerRow {
  if (customer.isErased || booking.contactEmail === null) return customer
  return {
    ...customer,
    name: booking.contactName,
    email: booking.contactEmail,
    phone: booking.contactPhone,
    address: booking.contactAddress,
    licencePath: booking.licencePath,
    updatedAt: at,
  }
}

export function contactChanged(customer: CustomerRow, { personal, at }: ToldOf<'CustomerContactChanged'>): CustomerRow {
  const { name, email, phone, address } = personal ?? { name: null, email: null, phone: null, address: null }
  return { ...customer, name, email, phone, address, updatedAt: at }
}

export function licenceChecked(
  customer: CustomerRow,
  { type, at }: ToldOf<'CustomerLicenceVerified' | 'CustomerLicenceReset'>,
): CustomerRow {
  return { ...customer, licenceStatus: type === 'CustomerLicenceVerified' ? 'verified' : 'pending', updatedAt: at }
}

export function hiddenFromCustomersPage(
  customer: CustomerRow,
  { at }: ToldOf<'CustomerHiddenFromCustomersPage'>,
): CustomerRow {
  return { ...customer, hiddenFromCustomersPage: true, updatedAt: at }
}

/** The row stays as a number in the figures' history; nothing in it tells who it was. */
export function erased(customer: CustomerRow, { at }: ToldOf<'CustomerErased'>): CustomerRow {
  return {
    ...customer,
    name: null,
    email: null,
    phone: null,
    address: null,
    licencePath: null,
    isErased: true,
    updatedAt: at,
  }
}
