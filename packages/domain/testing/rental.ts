import { CivilDate } from '../civil-date.ts'
import {
  type BookingId,
  BusinessId,
  bookingIdOf,
  CustomerId,
  type MaintenanceId,
  maintenanceIdOf,
  VehicleId,
} from '../ids.ts'
import { Instant } from '../instant.ts'
import { Pence } from '../money.ts'
import { firstIssueOf } from '../schedule/contract-state.ts'
import type { ScheduleMaintenance } from '../schedule/maintenance.ts'
import type { StandingBlock, StandingBooking } from '../schedule/refusals.ts'
import type { RequestBooking } from '../schedule/request.ts'
import { ulid } from '../ulid.ts'

/** One vehicle of one business, and a second business that has no say in it. */
export const harbour = BusinessId.parse('a1111111-1111-4111-8111-111111111111')
export const northern = BusinessId.parse('b2222222-2222-4222-8222-222222222222')
export const vehicleId = VehicleId.parse('c3333333-3333-4333-8333-333333333333')
export const customerId = CustomerId.parse('d4444444-4444-4444-8444-444444444444')
export const dailyRate = Pence.parse(4500)
export const today = CivilDate.parse('2026-10-20')
export const at = Instant.parse('2026-10-20T09:30:00.000Z')

export const day = (text: string): CivilDate => CivilDate.parse(text)
export const pence = (amount: number): Pence => Pence.parse(amount)

/** The id of the vehicle's n-th booking. */
export function bookingId(n: number): BookingId {
  return bookingIdOf(vehicleId, ulid(n, new Uint8Array(10)))
}

export const personal: RequestBooking['personal'] = {
  customer: { name: 'Ada Byron', email: 'ada@example.org', phone: '07700900123', address: '1 Quay Street' },
  licencePath: '/objects/licences/abc',
  notes: null,
}

/** A visitor's request for three days, five days from today, with whatever is different in this story. */
export function requestOf(different: Partial<RequestBooking> = {}): { type: 'request' } & RequestBooking {
  return {
    type: 'request',
    bookingId: bookingId(1),
    customerId,
    channel: 'portal',
    pickupDate: day('2026-10-25'),
    dropoffDate: day('2026-10-28'),
    vehicle: { vehicleId, businessId: harbour, dailyRate, status: 'available', removed: false },
    business: { active: true, turnaroundDays: 0 },
    personal,
    at,
    today,
    ...different,
  }
}

/** What is written of the n-th booking when it was asked for, and what later events repeat of it. */
export const subjectOf = (n: number) => ({ bookingId: bookingId(n), businessId: harbour, customerId })

export function requested(n: number, pickup = '2026-10-25', dropoff = '2026-10-28') {
  return {
    type: 'BookingRequested',
    data: {
      ...subjectOf(n),
      vehicleId,
      reference: `BR-${n}`,
      channel: 'portal',
      ...periodOf(pickup, dropoff),
      days: 3,
      dailyRate,
      totalAmount: pence(13_500),
    },
  } as const
}

export function approved(n: number, pickup = '2026-10-25', dropoff = '2026-10-28') {
  return { type: 'BookingApproved', data: { ...subjectOf(n), ...periodOf(pickup, dropoff) } } as const
}

export function reinstated(n: number, pickup = '2026-10-25', dropoff = '2026-10-28') {
  return { type: 'BookingReinstated', data: { ...subjectOf(n), ...periodOf(pickup, dropoff) } } as const
}

export const rejected = (n: number) => ({ type: 'BookingRejected', data: { ...subjectOf(n), reason: null } }) as const
export const cancelled = (n: number) => ({ type: 'BookingCancelled', data: { ...subjectOf(n), reason: null } }) as const
export const withdrawn = (n: number) => ({ type: 'BookingWithdrawn', data: subjectOf(n) }) as const
export const cancellationAsked = (n: number) => ({ type: 'CancellationRequested', data: subjectOf(n) }) as const
export const cancellationDeclined = (n: number) => ({ type: 'CancellationDeclined', data: subjectOf(n) }) as const
export const linkReissued = (n: number, version: number) =>
  ({ type: 'BookingLinkReissued', data: { ...subjectOf(n), version } }) as const
export const completed = (n: number) => ({ type: 'BookingCompleted', data: subjectOf(n) }) as const
export function contractGenerated(n: number, issueId: string = firstIssueOf(bookingId(n)), sha256 = 'a'.repeat(64)) {
  const contractPath = `/objects/contracts/${issueId}`
  return {
    type: 'ContractGenerated',
    data: { ...subjectOf(n), issueId, contractPath, sha256, termsVersion: 1 },
  } as const
}

export const closed = { type: 'ScheduleClosed', data: { vehicleId, businessId: harbour } } as const

/** How a refusal names the n-th booking to staff. */
export function standingBooking(n: number, pickup = '2026-10-25', dropoff = '2026-10-28') {
  return { bookingId: bookingId(n), reference: `BR-${n}`, ...periodOf(pickup, dropoff) }
}

/** The refusal of days that these hold. */
export function unavailable(
  conflicts: readonly StandingBooking[],
  { maintenance = [], turnaroundDays = 0 }: { maintenance?: readonly StandingBlock[]; turnaroundDays?: number } = {},
) {
  return { code: 'dates-unavailable', conflicts, maintenance, turnaroundDays } as const
}

/** The id of the vehicle's n-th maintenance; no booking of these stories has it. */
export const maintenanceId = (n: number): MaintenanceId =>
  maintenanceIdOf(vehicleId, ulid(n, new Uint8Array(10).fill(255)))

const blockOf = (n: number) => ({ maintenanceId: maintenanceId(n), vehicleId, businessId: harbour })
const daysOf = (from: string, to: string) => ({ from: day(from), to: day(to) })
const work = { kind: 'service', note: null } as const

/** Staff want the n-th maintenance, on these days. */
export function maintenanceOf(
  n: number,
  from: string,
  to: string,
): { type: 'scheduleMaintenance' } & ScheduleMaintenance {
  return { type: 'scheduleMaintenance', ...blockOf(n), ...daysOf(from, to), ...work, today }
}
export const maintained = (n: number, from: string, to: string) =>
  ({ type: 'MaintenanceScheduled', data: { ...blockOf(n), ...daysOf(from, to), ...work } }) as const
export const moved = (n: number, from: string, to: string) =>
  ({ type: 'MaintenanceMoved', data: { ...blockOf(n), ...daysOf(from, to) } }) as const
export const unblocked = (n: number) => ({ type: 'MaintenanceCancelled', data: blockOf(n) }) as const

/** How a refusal names the n-th maintenance to staff. */
export const standingBlock = (n: number, from: string, to: string): StandingBlock => ({
  maintenanceId: maintenanceId(n),
  kind: 'service',
  ...daysOf(from, to),
})

function periodOf(pickup: string, dropoff: string) {
  return { pickupDate: day(pickup), dropoffDate: day(dropoff) }
}
