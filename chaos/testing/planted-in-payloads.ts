import { randomUUID } from 'node:crypto'
import type { Invariant } from '../checker/verdict.ts'
import { isOf, noBooking, rewritten } from './forging.ts'
import type { Planted } from './planted-in-log.ts'

const PAYLOADS: Invariant = 'what was done is what was asked for, at the price that there is'

/** The last event of this type says something else than it should. */
const garbled = (bug: string, type: string, members: Readonly<Record<string, unknown>>, says: string): Planted => ({
  bug,
  violates: PAYLOADS,
  says: new RegExp(`: ${says} is \\S.* at \\d+ instead of \\S`),
  plant: (good) => rewritten(good, isOf(type), members),
})

const PERIOD = { pickupDate: '2031-01-01', dropoffDate: '2031-01-05' }

export const PLANTED_IN_PAYLOADS: readonly Planted[] = [
  garbled('a request is for other days than were asked for', 'BookingRequested', PERIOD, 'the pick-up'),
  garbled('a request ends another day', 'BookingRequested', { dropoffDate: '2031-01-05' }, 'the drop-off'),
  garbled('a request has another reference', 'BookingRequested', { reference: 'BR-OTHERS' }, 'the reference'),
  garbled('days are counted wrongly', 'BookingRequested', { days: 99 }, 'the number of days'),
  garbled('a request has another price for a day', 'BookingRequested', { dailyRate: 1 }, 'the daily rate'),
  garbled('a request has another price', 'BookingRequested', { totalAmount: 1 }, 'the price'),
  garbled('other days are approved than were requested', 'BookingApproved', PERIOD, 'the pick-up'),
  garbled('a booking is reinstated for other days', 'BookingReinstated', PERIOD, 'the drop-off'),
  garbled('maintenance takes other days', 'MaintenanceScheduled', { from: '2031-01-01' }, 'the first day'),
  garbled('maintenance lasts longer', 'MaintenanceScheduled', { to: '2031-01-05' }, 'the day after the last'),
  garbled(
    'a contract on paper is put to another booking',
    'ContractUploaded',
    { bookingId: noBooking() },
    'the booking',
  ),
  garbled(
    'another contract on paper is put to a booking',
    'ContractUploaded',
    { contractPath: '/objects/contracts/another' },
    'the file',
  ),
  ...(
    [
      ['another request is rejected', 'BookingRejected'],
      ['another booking is cancelled', 'BookingCancelled'],
      ['another booking is completed', 'BookingCompleted'],
      ['another request is taken back', 'BookingWithdrawn'],
      ['notes are saved to another booking', 'BookingAdminNotesSaved'],
      ['another booking is hidden', 'BookingHiddenFromRecent'],
      ['of another booking it is asked whether it may be cancelled', 'CancellationRequested'],
      ['the renter of another booking is held to it', 'CancellationDeclined'],
      ['of another booking a contract is made anew', 'ContractIssueRequested'],
      ['the contract of another booking is signed', 'ContractSigned'],
    ] as const
  ).map(([bug, type]) => garbled(bug, type, { bookingId: noBooking() }, 'the booking')),
  garbled('other maintenance is cancelled', 'MaintenanceCancelled', { maintenanceId: noBooking() }, 'the maintenance'),
  ...(
    [
      ['another customer is hidden', 'CustomerHiddenFromCustomersPage'],
      ['another customer’s licence is accepted', 'CustomerLicenceVerified'],
      ['another customer’s licence is refused', 'CustomerLicenceRefused'],
    ] as const
  ).map(([bug, type]) => garbled(bug, type, { customerId: randomUUID() }, 'the customer')),
  garbled('another vehicle is put back', 'VehicleStatusChanged', { vehicleId: randomUUID() }, 'the vehicle'),
  garbled('a vehicle gets another status', 'VehicleStatusChanged', { to: 'maintenance' }, 'the status'),
  garbled(
    'other days are kept free than were asked for',
    'BusinessRentalRulesChanged',
    { turnaroundDays: 3 },
    'the number of days between',
  ),
]
