import type { ScheduleFact } from '../catalogue.ts'
import { because, counted, periodInWords, poundsInWords, type Sentences } from './words.ts'

/** What happened to the bookings of a vehicle, and to its maintenance. */
export const SCHEDULE_SENTENCES: Sentences<ScheduleFact> = {
  BookingRequested: ({ reference, channel, days, dailyRate, totalAmount, ...period }) =>
    `Booking ${reference} was asked for ${channel === 'portal' ? 'in the portal' : 'at the desk'}: ${periodInWords(period)}, ${counted(days, 'day')} at ${poundsInWords(dailyRate)} = ${poundsInWords(totalAmount)}`,
  BookingApproved: (period) => `The booking was approved for ${periodInWords(period)}`,
  BookingRejected: ({ reason }) => `The request was rejected${because(reason)}`,
  BookingCancelled: ({ reason }) => `The approved booking was cancelled${because(reason)}`,
  BookingCompleted: () => 'The vehicle came back: the booking was completed',
  BookingReinstated: (period) => `The completed booking was approved again for ${periodInWords(period)}`,
  BookingAdminNotesSaved: ({ mark }) => (mark === '' ? 'The notes of staff were cleared' : 'Notes of staff were saved'),
  BookingWithdrawn: () => 'The renter took the request back',
  CancellationRequested: () => 'The renter asked to cancel the booking',
  CancellationDeclined: () => 'Staff declined to cancel the booking',
  BookingLinkReissued: ({ version }) =>
    `The renter's page got another address, number ${version + 1}: links that were sent before lead nowhere`,
  BookingLicenceReplaced: () => 'The renter sent another picture of their licence',
  BookingHiddenFromRecent: () => 'The booking was taken off the list of recent bookings',
  BookingHiddenFromBookingsPage: () => 'The booking was taken off the bookings page',
  ContractIssueRequested: () => 'Staff asked for the contract to be made anew',
  ContractGenerated: ({ termsVersion }) =>
    `The contract was made${termsVersion === 0 ? '' : ` with version ${termsVersion} of the terms`}`,
  ContractSigned: ({ signedBy }) =>
    `The contract was signed ${signedBy === 'desk' ? 'at the desk' : 'by the renter on their own page'}`,
  SignedContractFiled: () => 'The copy of the contract that carries the signature was made',
  ContractUploaded: () => 'A contract on paper was put to the booking',
  MaintenanceScheduled: ({ kind, from, to, note }) =>
    `Maintenance (${kind}) was planned for ${periodInWords({ pickupDate: from, dropoffDate: to })}${because(note)}`,
  MaintenanceMoved: ({ from, to }) =>
    `The maintenance was moved to ${periodInWords({ pickupDate: from, dropoffDate: to })}`,
  MaintenanceDescribed: ({ kind, note }) => `The maintenance is now described as ${kind}${because(note)}`,
  MaintenanceCancelled: () => 'The maintenance was cancelled: its days are free again',
  ScheduleClosed: () => 'No booking can be asked for any more: the vehicle leaves the fleet',
  CustomerBookingsClosed: () => "The customer's bookings were closed: their data is about to be erased",
  CustomerBookingsReopened: () => "The customer's bookings were opened again: their data is kept after all",
}
