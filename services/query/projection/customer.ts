import { epochMilliseconds, type Instant } from '@forecourt/domain/instant.ts'
import type { ToldOf } from './facts.ts'
import { keptOf, type Said, saidOf, shownAs, UNCHECKED } from './licence-verdict.ts'
import { lastMoment } from './moments.ts'
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
    detailsGivenAt: null,
    licencePath: personal?.licencePath ?? null,
    licenceGivenAt: null,
    ...UNCHECKED,
    licenceVerdict: null,
    hiddenFromCustomersPage: false,
    isErased: false,
    createdAt: at,
    updatedAt: at,
  }
}

/**
 * Staff have approved the booking, and with it the details that came with it. Another picture is to be looked at, unless it is
 * the very one that they have judged last, which is the customer's again: what they have said of that holds. Requests need
 * not be approved in the order in which they were made: nothing steps back behind what was given later and is approved already.
 */
export function confirmedBy(
  customer: CustomerRow,
  booking: BookingRow,
  { at, markOf }: ToldOf<'BookingApproved'>,
): CustomerRow {
  if (customer.isErased || booking.contactEmail === null) return customer
  const licenceGivenAt = lastMoment(booking, 'licence-replaced') ?? booking.createdAt
  // Where the later picture is deleted there is none to step back behind.
  const hasLaterLicence = customer.licencePath !== null && isBefore(licenceGivenAt, customer.licenceGivenAt)
  return {
    ...customer,
    ...(isBefore(booking.createdAt, customer.detailsGivenAt) ? {} : detailsOf(booking)),
    ...(hasLaterLicence ? {} : { ...licenceOf(customer, booking, markOf), licenceGivenAt }),
    updatedAt: at,
  }
}

const isBefore = (one: Instant, other: Instant | null): boolean =>
  other !== null && epochMilliseconds(one) < epochMilliseconds(other)

const detailsOf = (booking: BookingRow) => ({
  name: booking.contactName,
  email: booking.contactEmail,
  phone: booking.contactPhone,
  address: booking.contactAddress,
  detailsGivenAt: booking.createdAt,
})

type MarkOf = ToldOf<'BookingApproved' | 'BookingLicenceReplaced'>['markOf']

/** The booking's picture as the customer's, with what staff have said of it. */
const licenceOf = (customer: CustomerRow, { licencePath }: BookingRow, markOf: MarkOf) => ({
  licencePath,
  ...(licencePath === customer.licencePath ? {} : saidOf(customer, markOf(licencePath ?? ''))),
})

export function contactChanged(customer: CustomerRow, { personal, at }: ToldOf<'CustomerContactChanged'>): CustomerRow {
  const { name, email, phone, address } = personal ?? { name: null, email: null, phone: null, address: null }
  return { ...customer, name, email, phone, address, detailsGivenAt: at, updatedAt: at }
}

/**
 * Staff have said what they think of a picture. Of the one that has taken its place meanwhile they have said nothing: the
 * renter's sending it, or its booking's approval, is in another stream, so that it may come between their look and their word.
 * What they have said is kept for the picture that they spoke of.
 */
export function licenceChecked(customer: CustomerRow, fact: Said): CustomerRow {
  // Nothing is kept of somebody who is erased.
  const licenceVerdict = customer.isErased ? null : keptOf(fact)
  if (fact.isOfPicture?.(customer.licencePath ?? '') === false) return { ...customer, licenceVerdict }
  const shown = shownAs(fact)
  const licenceRefusedReason = customer.isErased ? null : shown.licenceRefusedReason
  return { ...customer, ...shown, licenceRefusedReason, licenceVerdict, updatedAt: fact.at }
}

/**
 * The renter has sent another picture for a booking. When it takes the place of the customer's own, or of one that staff
 * could not accept, it is the customer's, and to be looked at; else it becomes theirs with the booking's approval, as all
 * that came with it.
 */
export function licenceReplaced(
  customer: CustomerRow,
  before: BookingRow,
  after: BookingRow,
  { markOf }: ToldOf<'BookingLicenceReplaced'>,
): CustomerRow {
  const isWanted = customer.licenceStatus === 'refused' || customer.licenceStatus === 'expired'
  const isTheirs = before.licencePath === customer.licencePath
  if (customer.isErased || !(isTheirs || isWanted)) return customer
  const at = after.updatedAt
  // One that came with a request alone stays so: whatever is approved takes its place.
  const licenceGivenAt = customer.licenceGivenAt === null ? null : at
  return { ...customer, ...licenceOf(customer, after, markOf), licenceGivenAt, updatedAt: at }
}

/** What staff said of the picture stays said; there is none to be seen any more. */
export function licenceDeleted(customer: CustomerRow, { personal, at }: ToldOf<'CustomerLicenceDeleted'>): CustomerRow {
  if (customer.licencePath === null || customer.licencePath !== personal?.licencePath) return customer
  return { ...customer, licencePath: null, updatedAt: at }
}

export function hiddenFromCustomersPage(
  customer: CustomerRow,
  { at }: ToldOf<'CustomerHiddenFromCustomersPage'>,
): CustomerRow {
  return { ...customer, hiddenFromCustomersPage: true, updatedAt: at }
}

/**
 * The row stays as a number in the figures' history; nothing in it tells who it was. Nor what was said of a licence: without
 * the key nobody can say any more which picture that was said of, and a rebuild is to make the same of it.
 */
export function erased(customer: CustomerRow, { at }: ToldOf<'CustomerErased'>): CustomerRow {
  return {
    ...customer,
    name: null,
    email: null,
    phone: null,
    address: null,
    detailsGivenAt: null,
    licencePath: null,
    licenceGivenAt: null,
    ...UNCHECKED,
    licenceVerdict: null,
    isErased: true,
    updatedAt: at,
  }
}
