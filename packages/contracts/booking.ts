import * as z from 'zod/mini'
import { BookingContract } from './contract.ts'
import { Day, DayAsked, day, Instant } from './date.ts'
import { EmailAddress } from './email.ts'
import { Pounds } from './money.ts'
import { line, lines } from './text.ts'

export const BookingStatus = z.enum(['pending', 'approved', 'rejected', 'completed'])
export type BookingStatus = z.infer<typeof BookingStatus>

/** The path of a finalised licence upload, as `PUT /api/license-upload` answers it. */
export const LicencePath = z
  .string("Please upload your driver's license before submitting.")
  .check(
    z.regex(/^\/objects\/licences\/[A-Za-z0-9_.-]{1,160}$/, "Please upload your driver's license before submitting."),
  )

/** Made by the client when the form is first submitted: `BR-` and a timestamp. */
export const BookingReference = z
  .string()
  .check(z.regex(/^BR-[0-9A-Z]{6,20}$/, 'A reference like BR-1765180800000 is expected'))

/** The fields a person fills in, with the specification's sentences (section 5). */
export const bookingFields = {
  carId: z
    .string('Please select a vehicle')
    .check(z.minLength(1, 'Please select a vehicle'), z.maxLength(64, 'Please select a vehicle')),
  pickupDate: day('Pickup date is required'),
  dropoffDate: day('Dropoff date is required'),
  customerName: line(2, 100, 'Name must be at least 2 characters'),
  customerEmail: EmailAddress,
  customerPhone: z
    .string('UK phone number must be exactly 11 digits')
    .check(
      z.length(11, 'UK phone number must be exactly 11 digits'),
      z.regex(/^\d*$/, 'Phone number must contain only digits'),
    ),
  customerAddress: line(5, 300, 'Please provide your address'),
  notes: z.optional(z.nullable(lines(2000))),
} as const

/** Body of `POST /api/bookings`. */
export const BookingRequest = z.strictObject({
  ...bookingFields,
  licenseImageUrl: LicencePath,
  totalAmount: z.optional(z.string().check(z.regex(/^\d{1,8}(\.\d{1,2})?$/, 'An amount like 45.00 is expected'))),
  reference: z.optional(BookingReference),
})
export type BookingRequest = z.infer<typeof BookingRequest>

/** Answer of `POST /api/bookings` (201). */
export const BookingReceipt = z.strictObject({
  id: z.string(),
  reference: z.string(),
  status: BookingStatus,
  carId: z.string(),
  pickupDate: Day,
  dropoffDate: Day,
  days: z.int(),
  dailyRate: Pounds,
  totalAmount: Pounds,
  createdAt: Instant,
})
export type BookingReceipt = z.infer<typeof BookingReceipt>

/**
 * Body of `PUT /api/admin/bookings/{id}`: a status, admin notes, or both. `from` is the status that the sender saw: a
 * booking that has moved on since, other than to the wanted status, is left alone. `notesFrom` is the text of the notes that
 * the sender saw, '' for none: notes that others have saved since are left alone. `askedAt` is the booking's
 * `cancellationAskedAt`, of somebody who cancels because its renter asks for it: a wish that was answered meanwhile is not
 * answered again. Marked as pure: no page carries it for nothing.
 */
export const BookingChange = /* @__PURE__ */ z
  .strictObject({
    status: z.optional(BookingStatus),
    from: z.optional(BookingStatus),
    adminNotes: z.optional(lines(5000)),
    notesFrom: z.optional(lines(5000)),
    askedAt: z.optional(Instant),
  })
  .check(
    z.refine(
      (change) => change.status !== undefined || change.adminNotes !== undefined,
      'A status or admin notes are expected',
    ),
    z.refine((change) => change.from === undefined || change.status !== undefined, {
      error: 'A status is expected with it',
      path: ['from'],
    }),
    z.refine((change) => change.askedAt === undefined || change.status !== undefined, {
      error: 'A status is expected with it',
      path: ['askedAt'],
    }),
    z.refine((change) => change.notesFrom === undefined || change.adminNotes !== undefined, {
      error: 'Admin notes are expected with it',
      path: ['notesFrom'],
    }),
  )
export type BookingChange = z.infer<typeof BookingChange>

/** Answer of `PUT /api/admin/bookings/{id}`: what the booking is now. */
export const BookingChanged = z.strictObject({ id: z.string(), status: BookingStatus })
export type BookingChanged = z.infer<typeof BookingChanged>

/** Answer of `PATCH /api/admin/bookings/{id}/hide-from-…`. */
export const BookingHidden = z.strictObject({ id: z.string(), hidden: z.literal(true) })
export type BookingHidden = z.infer<typeof BookingHidden>

/** The mails about a booking (decisions: mail): those in `MAILS_TO_BUSINESS` are for the business, all others for the customer. */
export const MailKind = z.enum([
  'request-received',
  'new-request',
  'booking-approved',
  'booking-rejected',
  'booking-cancelled',
  'booking-completed',
  'contract-signed',
  'contract-signed-copy',
  'request-withdrawn',
  'request-withdrawn-notice',
  'cancellation-asked',
  'cancellation-declined',
  'booking-link',
  'contract-to-sign',
  'licence-refused',
  'licence-expired',
  'request-waits',
  'request-still-waits',
  'pickup-tomorrow',
])
export type MailKind = z.infer<typeof MailKind>
export const MAILS_TO_BUSINESS: ReadonlySet<MailKind> = new Set([
  'new-request',
  'contract-signed-copy',
  'request-withdrawn-notice',
  'cancellation-asked',
  'request-waits',
  'request-still-waits',
])

/** What stands in a mail's way. The first two are final. */
export const MailCause = z.enum([
  'address-refused',
  'message-refused',
  'receiver-busy',
  'server-unreachable',
  'platform-refused',
  'unknown',
])
export type MailCause = z.infer<typeof MailCause>

/** A mail about a booking that has not been delivered: another attempt follows (`retrying`), or none does (`failed`). */
export const MailProblem = z.strictObject({
  kind: MailKind,
  recipient: z.enum(['customer', 'business']),
  status: z.enum(['retrying', 'failed']),
  cause: MailCause,
  at: Instant,
})
export type MailProblem = z.infer<typeof MailProblem>

/** A booking as staff see it. Personal fields are null when the customer was erased. */
export const AdminBooking = z.strictObject({
  id: z.string(),
  reference: z.string(),
  businessId: z.string(),
  customerId: z.string(),
  carId: z.string(),
  pickupDate: Day,
  dropoffDate: Day,
  days: z.int(),
  dailyRate: Pounds,
  totalAmount: Pounds,
  status: BookingStatus,
  channel: z.enum(['portal', 'desk']),
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
  customerAddress: z.nullable(z.string()),
  licenseImageUrl: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  adminNotes: z.nullable(z.string()),
  contractGenerated: z.boolean(),
  /** The version that holds now. */
  contractPath: z.nullable(z.string()),
  contract: BookingContract,
  /** Since when the renter asks to cancel it; null when they do not, or staff have answered. */
  cancellationAskedAt: z.nullable(Instant),
  hiddenFromRecent: z.boolean(),
  hiddenFromBookingsPage: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  customer: z.strictObject({
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    licenseImageUrl: z.nullable(z.string()),
  }),
  car: z.strictObject({ name: z.string(), licensePlate: z.nullable(z.string()) }),
  /** Mails in difficulties, the latest first; nearly always none. */
  mailProblems: z.array(MailProblem),
})
export type AdminBooking = z.infer<typeof AdminBooking>

/** Answer of `GET /api/admin/bookings`; the next page is in the `Link` header. */
export const AdminBookings = z.array(AdminBooking)

/** Query of `GET /api/admin/bookings`. */
export const AdminBookingsQuery = z.strictObject({
  limit: z.optional(
    z.string().check(
      z.regex(/^[1-9]\d{0,3}$/, 'A number from 1 to 1000 is expected'),
      z.refine((n) => Number(n) <= 1000, 'A number from 1 to 1000 is expected'),
    ),
  ),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  /** Only bookings that hold a day of `[from, to)`: the days of a calendar page, `to` being the first one after it. */
  from: z.optional(DayAsked),
  to: z.optional(DayAsked),
  status: z.optional(BookingStatus),
  /** Only bookings whose renter waits for an answer to the wish to cancel. */
  cancellation: z.optional(z.literal('asked')),
  /** Only the booking of that id. */
  id: z.optional(line(1, 100, 'An id is expected')),
  q: z.optional(line(1, 100, 'Something to search for is expected')),
})
export type AdminBookingsQuery = z.infer<typeof AdminBookingsQuery>
