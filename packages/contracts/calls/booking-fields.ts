import { CONTRACT_FIELDS } from './contract-fields.ts'
import { BOOKING, LICENCE } from './examples.ts'
import type { Field } from './field.ts'

/** Fields of bookings' bodies: see `FIELDS`. */
export const BOOKING_FIELDS: Readonly<Record<string, Field>> = {
  pickupDate: { about: 'First day, as `YYYY-MM-DD`; a time is refused.', example: '2026-12-08', format: 'date' },
  dropoffDate: {
    about: 'Day on which the vehicle comes back, `YYYY-MM-DD`: the first day that is not blocked.',
    example: '2026-12-10',
    format: 'date',
  },
  days: { about: 'Days from pickup to drop-off.', example: 2 },
  dailyRate: { about: 'Pounds a day, as text with two decimal places.', example: '45.00' },
  totalAmount: {
    about: 'Days × daily rate, in pounds. In a request: compared with the price, which the server reckons.',
    example: '90.00',
  },
  createdAt: { about: 'When it was made, in UTC.', example: '2026-11-21T09:12:45.120Z' },
  updatedAt: { about: 'When it was last changed, in UTC.', example: '2026-11-21T10:02:11.004Z' },
  reference: {
    about: 'What people call the booking. Made by the client when the form is first sent; by the server when absent.',
    example: 'BR-1765180800000',
  },
  channel: { about: '`desk` when staff made it.' },
  customerName: { about: 'Name of the renter.', example: 'Ada Byron' },
  customerEmail: { about: 'E-mail address of the renter: one address and nothing else.', example: 'ada@example.com' },
  customerPhone: { about: 'Telephone number, exactly 11 digits.', example: '07700900123' },
  customerAddress: { about: 'Postal address of the renter.', example: '12 Harbour Street, Bristol' },
  licenseImageUrl: { about: 'Path of the uploaded driving licence.', example: LICENCE },
  notes: { about: 'What the renter adds.', example: 'A child seat, please' },
  adminNotes: { about: 'What staff write down; no renter sees it.', example: 'Paid the deposit in cash' },
  ...CONTRACT_FIELDS,
  hiddenFromRecent: { about: 'Taken out of the recent bookings.', example: false },
  hiddenFromBookingsPage: { about: 'Taken out of the bookings page.', example: false },
  customer: { about: 'Who asked, in short.' },
  car: { about: 'The vehicle, in short.' },
  mailProblems: {
    about: 'Mails about the booking that have not been delivered, the latest first. Nearly always none.',
  },
  kind: { about: 'Which mail.' },
  recipient: { about: 'Who the mail is for.' },
  cause: { about: 'What stands in its way. `address-refused` and `message-refused` are final.' },
  at: { about: 'When it was last tried, in UTC.', example: '2026-11-21T10:02:11.004Z' },
  'BookingHistory.id': { about: 'Id of the event.', example: '0b1f5a52-6c1e-4b43-9c59-0a1c2f3e4d5b' },
  'BookingHistory.at': { about: 'When it happened, in UTC.', example: '2026-11-21T10:02:11.004Z' },
  'BookingHistory.sentence': {
    about: 'What happened, in one sentence without a full stop. Nothing personal is in it.',
    example: 'The booking was approved for 8 to 10 December 2026',
  },
  'BookingHistory.by': { about: 'Who did it.' },
  'BookingHistory.by.kind': {
    about:
      'The renter, somebody at the desk, an operator of the platform, the platform by itself, or history that was brought in.',
  },
  'BookingHistory.by.name': { about: 'A colleague, by name, else by e-mail address; null for all others.' },
  'MailProblem.status': { about: '`retrying`: another attempt follows; `failed`: none does.' },
  status: { about: 'Status.' },
  from: { about: 'Only what holds a day from this one on.', example: '2026-12-01' },
  to: { about: 'Only what holds a day before this one.', example: '2027-01-01' },
  'BookingChange.from': {
    about:
      'The status that you saw. A booking that has moved on since, other than to the wanted status, is left alone.',
  },
  'BookingChange.askedAt': {
    about:
      'The `cancellationAskedAt` that you saw, when you cancel because the renter asks for it. When that wish is answered already, nothing happens.',
    example: '2026-11-21T10:02:11.004Z',
  },
  notesFrom: {
    about: 'The admin notes that you saw, empty for none. Notes that others have saved since are left alone.',
    example: '',
  },
  'AdminBooking.id': { about: 'Id.', example: BOOKING },
  'BookingReceipt.id': { about: 'Id.', example: BOOKING },
  'BookingChanged.id': { about: 'Id.', example: BOOKING },
  'BookingHidden.id': { about: 'Id.', example: BOOKING },
  hidden: { about: 'Hidden from now on.' },
}
