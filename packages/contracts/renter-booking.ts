import * as z from 'zod/mini'
import { LicencePath } from './booking.ts'
import { Day, Instant } from './date.ts'
import { Pounds } from './money.ts'

/**
 * Where the renter's own page is, below the public address. Every mail to a renter leads to it. The token is what lets them
 * in: it stands in no other address, and goes to the API in `BOOKING_TOKEN_HEADER`.
 */
export const bookingPage = (slug: string, token: string): string => `/${slug}/booking/${token}`

/** Header that carries the token of a booking's link to every call of `/api/my-booking`. */
export const BOOKING_TOKEN_HEADER = 'X-Booking-Token'

/** A cancelled booking is told from a rejected request here: a renter cares which it was. */
export const RenterBookingStatus = z.enum(['pending', 'approved', 'rejected', 'cancelled', 'completed'])
export type RenterBookingStatus = z.infer<typeof RenterBookingStatus>

/** What happened to a booking, as far as its renter is told. */
export const BookingMoment = z.enum([
  'requested',
  'approved',
  'rejected',
  'cancelled',
  'completed',
  'reinstated',
  'contract-made',
  'contract-signed',
  'cancellation-asked',
  'cancellation-declined',
  'licence-replaced',
])
export type BookingMoment = z.infer<typeof BookingMoment>

export const TimelineEntry = z.strictObject({ at: Instant, what: BookingMoment })
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** The licence that came with the booking, and what staff have made of it. */
export const RenterLicence = z.strictObject({
  status: z.enum(['pending', 'verified', 'refused', 'expired']),
  /** Why staff refused it, in their words. */
  reason: z.nullable(z.string()),
  /** Whether `PUT /api/my-booking/license` would take another picture now. */
  mayReplace: z.boolean(),
})
export type RenterLicence = z.infer<typeof RenterLicence>

/** The contract as its renter sees it. */
export const RenterContract = z.strictObject({
  state: z.enum(['to-sign', 'signed']),
  /** Of the document that is to be signed, or was: whoever signs sends it back. Null for one that was signed on paper. */
  sha256: z.nullable(z.string()),
  /** The version of the business's terms that are in it, 0 for the platform's own words. Null for one on paper. */
  termsVersion: z.nullable(z.int()),
  /** Null while it is to be signed, and for one that was signed on paper. */
  signedAt: z.nullable(Instant),
})
export type RenterContract = z.infer<typeof RenterContract>

/** What `POST /api/my-booking/cancellation` would do now. */
export const RenterCancellation = z.strictObject({
  /** `at-once`: nobody has agreed to the request yet. `ask`: staff answer. `no`: it is over, has begun, or was asked already. */
  may: z.enum(['at-once', 'ask', 'no']),
  /** Since when staff have been asked; null when they are not, or have declined. */
  askedAt: z.nullable(Instant),
})
export type RenterCancellation = z.infer<typeof RenterCancellation>

/** Answer of `GET /api/my-booking`. */
export const RenterBooking = z.strictObject({
  reference: z.string(),
  status: RenterBookingStatus,
  createdAt: Instant,
  /** The oldest first. */
  timeline: z.array(TimelineEntry),
  pickupDate: Day,
  dropoffDate: Day,
  days: z.int(),
  dailyRate: Pounds,
  totalPrice: Pounds,
  vehicle: z.strictObject({
    name: z.string(),
    imageUrl: z.nullable(z.string()),
    imageSrcset: z.nullable(z.string()),
    /** Told once the booking is approved; null before, and for a vehicle without one. */
    licensePlate: z.nullable(z.string()),
  }),
  customerName: z.string(),
  business: z.strictObject({
    name: z.string(),
    slug: z.string(),
    description: z.nullable(z.string()),
    contactEmail: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    address: z.nullable(z.string()),
    primaryColor: z.string(),
    logo: z.nullable(z.string()),
    timeZone: z.string(),
  }),
  licence: RenterLicence,
  /** Null before there is one, and when it was never signed and is not to be signed any more. */
  contract: z.nullable(RenterContract),
  /** Whether one is being made: it is there in a moment. */
  contractComing: z.boolean(),
  cancellation: RenterCancellation,
})
export type RenterBooking = z.infer<typeof RenterBooking>

/** Answer of `POST /api/my-booking/cancellation`: what has become of it. A booking approved meanwhile is asked about. */
export const RenterCancelled = z.strictObject({ outcome: z.enum(['cancelled', 'asked']) })
export type RenterCancelled = z.infer<typeof RenterCancelled>

/** Body of `PUT /api/my-booking/license`: the `objectPath` that `PUT /api/license-upload` answered. */
export const LicenceReplacement = z.strictObject({ licenseImageUrl: LicencePath })
export type LicenceReplacement = z.infer<typeof LicenceReplacement>

/** Answer of `PUT /api/my-booking/license`. */
export const LicenceReplaced = z.strictObject({ replaced: z.literal(true) })
export type LicenceReplaced = z.infer<typeof LicenceReplaced>

/** Answer of `POST /api/admin/bookings/{id}/link`: links that were mailed before lead nowhere any more. */
export const BookingLinkSent = z.strictObject({ id: z.string(), sent: z.literal(true) })
export type BookingLinkSent = z.infer<typeof BookingLinkSent>

/**
 * Body of `POST /api/admin/bookings/{id}/cancellation-request/decline`. `askedAt` is the booking's `cancellationAskedAt` as the
 * sender saw it: a wish that was uttered after it is left for somebody to look at. Marked as pure: no page carries it for nothing.
 */
export const CancellationDecline = /* @__PURE__ */ z.strictObject({ askedAt: z.optional(Instant) })
export type CancellationDecline = z.infer<typeof CancellationDecline>

/** Answer of `POST /api/admin/bookings/{id}/cancellation-request/decline`. */
export const CancellationDeclined = z.strictObject({ id: z.string(), declined: z.literal(true) })
export type CancellationDeclined = z.infer<typeof CancellationDeclined>
