import { BOOKING, SHA256 } from './examples.ts'
import type { Field } from './field.ts'

/** Fields of the renter's own page, see `FIELDS`. */
export const RENTER_FIELDS: Readonly<Record<string, Field>> = {
  timeline: { about: 'What happened to the booking, the oldest first.' },
  'TimelineEntry.at': { about: 'When, in UTC.', example: '2026-11-21T10:02:11.004Z' },
  'TimelineEntry.what': { about: 'What happened.', example: 'approved' },
  'RenterBooking.status': {
    about: 'A cancelled booking is told from a request that was rejected.',
    example: 'approved',
  },
  totalPrice: { about: 'Days × daily rate, in pounds.', example: '90.00' },
  vehicle: { about: 'The vehicle.' },
  'RenterBooking.licensePlate': {
    about: 'Number plate; null until the booking is approved.',
    example: 'AB12 CDE',
  },
  business: { about: 'Whose vehicle it is, and how they are reached.' },
  'RenterBooking.logo': { about: 'Path of the logo.' },
  contractComing: { about: 'Whether a contract is being made: ask again in a moment.', example: false },
  licence: { about: 'The licence that came with the booking.' },
  'RenterLicence.status': { about: 'What staff have made of it.', example: 'pending' },
  'RenterLicence.reason': { about: 'Why it was refused; null when it was not.' },
  mayReplace: { about: 'Whether another picture would be taken now.', example: true },
  'RenterBooking.contract': { about: 'The contract; null before there is one.' },
  'RenterContract.state': { about: '`to-sign`: it is made, and waits for a signature.', example: 'to-sign' },
  'RenterContract.sha256': {
    about: 'Of the document, to be sent back by whoever signs it; null for one on paper.',
    example: SHA256,
  },
  'RenterContract.termsVersion': {
    about: 'Version of the business’s terms that are in it; 0: the platform’s own words; null for one on paper.',
    example: 3,
  },
  'RenterContract.signedAt': { about: 'When it was signed; null when it is not, or on paper.' },
  cancellation: { about: 'Whether it can be cancelled.' },
  may: { about: 'What `POST /api/my-booking/cancellation` would do now.', example: 'ask' },
  askedAt: { about: 'Since when the business has been asked; null when it is not, or has answered.' },
  'CancellationDecline.askedAt': {
    about: 'The `cancellationAskedAt` that you saw. A wish that came after it is left for somebody to look at.',
    example: '2026-11-21T10:02:11.004Z',
  },
  outcome: { about: '`asked`: the business decides.', example: 'asked' },
  replaced: { about: 'It has taken the place of the one before.', example: true },
  cancellationAskedAt: {
    about: 'Since when the renter asks to cancel it; null when they do not, or staff have answered.',
    example: '2026-11-21T10:02:11.004Z',
  },
  'BookingLinkSent.id': { about: 'Id of the booking.', example: BOOKING },
  sent: { about: 'It is on its way.', example: true },
  'CancellationDeclined.id': { about: 'Id of the booking.', example: BOOKING },
  declined: { about: 'The booking stands.', example: true },
}
