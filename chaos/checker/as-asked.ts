import {
  BusinessContactChanged,
  BusinessMemberDeactivated,
  BusinessMemberReactivated,
  BusinessRentalRulesChanged,
} from '@forecourt/domain/business/events.ts'
import {
  CustomerErased,
  CustomerHiddenFromCustomersPage,
  CustomerLicenceExpired,
  CustomerLicenceRefused,
  CustomerLicenceReset,
  CustomerLicenceVerified,
} from '@forecourt/domain/customer/events.ts'
import {
  BookingApproved,
  BookingReinstated,
  BookingRequested,
  ContractUploaded,
  MaintenanceCancelled,
  MaintenanceScheduled,
} from '@forecourt/domain/schedule/events.ts'
import { UserDeactivated, UserReactivated } from '@forecourt/domain/user/events.ts'
import { VehicleAddedToFleet, VehicleStatusChanged } from '@forecourt/domain/vehicle/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { z } from 'zod'
import { bookingOf } from '../../tests/system/support/invariants.ts'
import type { Request } from '../history.ts'
import { named, stepsOf } from './commands.ts'
import type { Evidence } from './evidence.ts'
import { dataOf, requestsIn } from './facts.ts'
import { memberIn } from './memberships.ts'

/** What an event says and what it is to say, by what that is called. */
type Comparison = readonly (readonly [what: string, said: Value, wanted: Value])[]
type Value = Request['asked'][string] | null | undefined

interface Known {
  /** What was asked for. */
  readonly asked: Readonly<Record<string, Value>>
  readonly requested: ReturnType<typeof requestsIn>
  /** In pence, by vehicle: in a run no price changes. */
  readonly dailyRates: ReadonlyMap<string, number>
}

const DAY = 86_400_000

/**
 * What is in the log is what was asked for, field by field; days and price are the server's own reckoning (SECURITY rule 4); and an
 * approval is of the days that were requested.
 */
export function faultsOfWhatWasAsked({ history, log }: Evidence): string[] {
  const commands = stepsOf(history)
  const requested = requestsIn(log)
  const dailyRates = new Map(
    log
      .filter(({ type }) => type === VehicleAddedToFleet.type)
      .map((event) => dataOf(VehicleAddedToFleet, event))
      .map(({ vehicleId, details }) => [vehicleId as string, details.dailyRate]),
  )
  return log.flatMap((event) => {
    const sending = commands.get(event.metadata.commandId ?? '')?.sendings[0]
    const compare = COMPARED[event.type] ?? (OF_BOOKING.has(event.type) ? ofBooking : undefined)
    if (sending === undefined || compare === undefined) return []
    return compare(event, { asked: sending.asked, requested, dailyRates })
      .filter(([, said, wanted]) => said !== wanted)
      .map(([what, said, wanted]) => `${named(sending)}: ${what} is ${said} at ${event.position} instead of ${wanted}`)
  })
}

/** By the event's type. */
const COMPARED: Readonly<Record<string, (event: Recorded, known: Known) => Comparison>> = {
  [BookingRequested.type](event, { asked, dailyRates }) {
    const { vehicleId, pickupDate, dropoffDate, reference, days, dailyRate, totalAmount } = dataOf(
      BookingRequested,
      event,
    )
    const reckoned = (Date.parse(dropoffDate) - Date.parse(pickupDate)) / DAY
    const rate = dailyRates.get(vehicleId)
    return [
      ['the vehicle', vehicleId, asked.carId],
      ['the pick-up', pickupDate, asked.pickupDate],
      ['the drop-off', dropoffDate, asked.dropoffDate],
      ['the reference', reference, asked.reference],
      ['the number of days', days, reckoned],
      ['the daily rate', dailyRate, rate],
      ['the price', totalAmount, reckoned * (rate ?? 0)],
    ]
  },
  [BookingApproved.type]: (event, known) => asRequested(dataOf(BookingApproved, event), known),
  [BookingReinstated.type]: (event, known) => asRequested(dataOf(BookingReinstated, event), known),
  [MaintenanceScheduled.type](event, { asked }) {
    const { vehicleId, from, to } = dataOf(MaintenanceScheduled, event)
    return [
      ['the vehicle', vehicleId, asked.id],
      ['the first day', from, asked.from],
      ['the day after the last', to, asked.to],
    ]
  },
  [MaintenanceCancelled.type](event, { asked }) {
    const { vehicleId, maintenanceId } = dataOf(MaintenanceCancelled, event)
    return [
      ['the vehicle', vehicleId, asked.id],
      ['the maintenance', maintenanceId, asked.maintenanceId],
    ]
  },
  ...Object.fromEntries(
    [
      CustomerErased,
      CustomerHiddenFromCustomersPage,
      CustomerLicenceVerified,
      CustomerLicenceRefused,
      CustomerLicenceExpired,
      CustomerLicenceReset,
    ].map((ofCustomer) => [
      ofCustomer.type,
      (event: Recorded, { asked }: Known): Comparison => [
        ['the customer', dataOf<{ readonly customerId: string }>(ofCustomer, event).customerId, asked.id],
      ],
    ]),
  ),
  [ContractUploaded.type](event, { asked }) {
    const { bookingId, contractPath } = dataOf(ContractUploaded, event)
    return [
      ['the booking', bookingId, asked.id],
      ['the file', contractPath, asked.file],
    ]
  },
  [VehicleStatusChanged.type](event, { asked }) {
    const { vehicleId, to } = dataOf(VehicleStatusChanged, event)
    return [
      ['the vehicle', vehicleId, asked.id],
      ['the status', to, asked.status],
    ]
  },
  ...Object.fromEntries(
    [BusinessMemberDeactivated, BusinessMemberReactivated, UserDeactivated, UserReactivated].map(({ type }) => [
      type,
      (event: Recorded, { asked }: Known): Comparison => [
        ['the colleague', memberIn(event)?.userId, asked.id],
        ['whether they are let in', memberIn(event)?.isIn, asked.status === 'active'],
      ],
    ]),
  ),
  [BusinessContactChanged.type]: (event, { asked }) => [
    ['the description', dataOf(BusinessContactChanged, event).description, asked.value],
  ],
  [BusinessRentalRulesChanged.type]: (event, { asked }) => [
    ['the number of days between', dataOf(BusinessRentalRulesChanged, event).turnaroundDays, asked.value],
  ],
}

/** Of these nothing is to be said but which booking they are about. */
const OF_BOOKING: ReadonlySet<string> = new Set([
  'BookingRejected',
  'BookingCancelled',
  'BookingCompleted',
  'BookingWithdrawn',
  'BookingAdminNotesSaved',
  'BookingHiddenFromRecent',
  'BookingHiddenFromBookingsPage',
  'CancellationRequested',
  'CancellationDeclined',
  'ContractIssueRequested',
  'ContractSigned',
])

const ofBooking = (event: Recorded, { asked }: Known): Comparison => [['the booking', bookingOf(event), asked.id]]

function asRequested(
  { bookingId, pickupDate, dropoffDate }: z.infer<typeof BookingApproved.data>,
  { asked, requested }: Known,
): Comparison {
  const request = requested.get(bookingId)
  return [
    ['the booking', bookingId, asked.id],
    ['the pick-up', pickupDate, request?.pickupDate],
    ['the drop-off', dropoffDate, request?.dropoffDate],
  ]
}
