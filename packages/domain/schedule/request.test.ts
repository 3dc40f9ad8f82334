import { describe, expect, it, test } from 'vitest'
import { BookingReference } from '../booking-reference.ts'
import { given } from '../testing/given.ts'
import {
  approved,
  at,
  bookingId,
  cancelled,
  closed,
  completed,
  customerId,
  dailyRate,
  day,
  harbour,
  pence,
  personal,
  reinstated,
  rejected,
  requested,
  requestOf,
  standingBooking,
  unavailable,
  vehicleId,
} from '../testing/rental.ts'
import type { VehicleStatus } from '../vehicle/events.ts'
import { scheduleDecider } from './decider.ts'

const vehicle = { vehicleId, businessId: harbour, dailyRate, status: 'available', removed: false } as const
const withStatus = (status: VehicleStatus) => ({ ...vehicle, status })
/** The second booking of these stories, and a number of requests that wait. */
const second = (pickup: string, dropoff: string) => requestOf({ bookingId: bookingId(2), ...lasting(pickup, dropoff) })
const asked = (many: number) => Array.from({ length: many }, (_, index) => requested(index + 2))
const lasting = (pickup: string, dropoff: string) => ({ pickupDate: day(pickup), dropoffDate: day(dropoff) })

test('a booking that is asked for is pending, with the server’s own days and price', () => {
  given(scheduleDecider)
    .when(requestOf())
    .thenEmits({
      type: 'BookingRequested',
      data: {
        bookingId: bookingId(1),
        businessId: harbour,
        customerId,
        vehicleId,
        reference: `BR-${Date.parse(at)}${bookingId(1).slice(-4)}`,
        channel: 'portal',
        pickupDate: day('2026-10-25'),
        dropoffDate: day('2026-10-28'),
        days: 3,
        dailyRate,
        totalAmount: pence(13_500),
      },
      personal,
    })
})

describe('the reference', () => {
  test('is the client’s when it sent one, and is the server’s otherwise', () => {
    const sent = scheduleDecider.decide(
      requestOf({ reference: BookingReference.parse('BR-1792488600000') }),
      scheduleDecider.initial(),
    )
    expect(sent).toMatchObject({ ok: true, events: [{ data: { reference: 'BR-1792488600000' } }] })
    const made = scheduleDecider.decide(requestOf(), scheduleDecider.initial())
    expect(made).toMatchObject({
      ok: true,
      events: [{ data: { reference: expect.stringMatching(`^BR-${Date.parse(at)}....$`) } }],
    })
  })
})

describe('days and price', () => {
  it.each([
    ['2026-10-24', '2026-10-25', 1, 4500],
    ['2026-10-25', '2026-10-26', 1, 4500],
    ['2026-10-23', '2026-10-28', 5, 22_500],
    ['2027-03-27', '2027-03-29', 2, 9000],
    ['2028-02-28', '2028-03-01', 2, 9000],
  ])('from %s to %s are %i days for %i pence', (pickup, dropoff, days, totalAmount) =>
    expect(scheduleDecider.decide(requestOf(lasting(pickup, dropoff)), scheduleDecider.initial())).toMatchObject({
      ok: true,
      events: [{ data: { days, totalAmount } }],
    }),
  )
  test('agree with the client’s', () =>
    given(scheduleDecider)
      .when(requestOf({ totalAmount: pence(13_500) }))
      .thenTypes('BookingRequested'))
  test('differ from the client’s: refused, with the right figure', () =>
    given(scheduleDecider)
      .when(requestOf({ totalAmount: pence(13_499) }))
      .thenRefused({ code: 'price-changed', totalAmount: pence(13_500) }))
  test('of a vehicle that costs nothing are nothing', () =>
    given(scheduleDecider)
      .when(requestOf({ vehicle: { ...vehicle, dailyRate: pence(0) }, totalAmount: pence(0) }))
      .thenTypes('BookingRequested'))
  test('beyond 10 digits are refused, not cut', () =>
    given(scheduleDecider)
      .when(requestOf({ vehicle: { ...vehicle, dailyRate: pence(9_999_999_999) } }))
      .thenRefused({ code: 'price-too-high' }))
})

describe('dates', () => {
  it.each(['2026-10-25', '2026-10-24'])('with a dropoff on %s, on or before the pickup, are refused', (dropoff) =>
    given(scheduleDecider)
      .when(requestOf(lasting('2026-10-25', dropoff)))
      .thenRefused({ code: 'invalid-dates' }),
  )
  test('may begin today in the portal', () =>
    given(scheduleDecider)
      .when(requestOf(lasting('2026-10-20', '2026-10-21')))
      .thenTypes('BookingRequested'))
  test('may not have begun yesterday in the portal', () =>
    given(scheduleDecider)
      .when(requestOf(lasting('2026-10-19', '2026-10-25')))
      .thenRefused({ code: 'pickup-in-the-past', earliest: day('2026-10-20') }))
  test('may have begun 30 days ago at the desk: a walk-in written up later', () =>
    given(scheduleDecider)
      .when(requestOf({ channel: 'desk', ...lasting('2026-09-20', '2026-09-25') }))
      .thenTypes('BookingRequested'))
  test('may not have begun 31 days ago at the desk', () =>
    given(scheduleDecider)
      .when(requestOf({ channel: 'desk', ...lasting('2026-09-19', '2026-09-25') }))
      .thenRefused({ code: 'pickup-in-the-past', earliest: day('2026-09-20') }))
  test('may last 365 days', () =>
    given(scheduleDecider)
      .when(requestOf(lasting('2026-10-25', '2027-10-25')))
      .thenTypes('BookingRequested'))
  test('may not last 366 days', () =>
    given(scheduleDecider)
      .when(requestOf(lasting('2026-10-25', '2027-10-26')))
      .thenRefused({ code: 'too-long', longestDays: 365 }))
  test('may begin 10 years ahead', () =>
    given(scheduleDecider)
      .when(requestOf(lasting('2036-10-20', '2036-10-25')))
      .thenTypes('BookingRequested'))
  test('may not begin later than that', () =>
    given(scheduleDecider)
      .when(requestOf(lasting('2036-10-21', '2036-10-25')))
      .thenRefused({ code: 'too-far-ahead', latest: day('2036-10-20') }))
})

describe('a vehicle', () => {
  it.each([
    ['portal', 'available', true],
    ['portal', 'booked', false],
    ['portal', 'maintenance', false],
    ['portal', 'unavailable', false],
    ['desk', 'available', true],
    ['desk', 'booked', true],
    ['desk', 'maintenance', false],
    ['desk', 'unavailable', false],
  ] as const)('asked for in the %s while it is %s: %s', (channel, status, may) => {
    const request = given(scheduleDecider).when(requestOf({ channel, vehicle: withStatus(status) }))
    if (may) request.thenTypes('BookingRequested')
    else request.thenRefused({ code: 'vehicle-unavailable' })
  })
  test('that was removed is as unknown as one that never was', () =>
    given(scheduleDecider)
      .when(requestOf({ vehicle: { ...vehicle, removed: true } }))
      .thenRefused({ code: 'not-found' }))
  test('whose business is deactivated is unknown too', () =>
    given(scheduleDecider)
      .when(requestOf({ business: { active: false, turnaroundDays: 0 } }))
      .thenRefused({ code: 'not-found' }))
  it.each(['portal', 'desk'] as const)('whose schedule is closed takes no request from the %s', (channel) =>
    given(scheduleDecider, closed).when(requestOf({ channel })).thenRefused({ code: 'vehicle-unavailable' }),
  )
})

describe('other bookings of the vehicle', () => {
  const standing = [requested(1), approved(1)]

  it.each([
    ['2026-10-27', '2026-10-30'],
    ['2026-10-20', '2026-10-26'],
    ['2026-10-26', '2026-10-27'],
    ['2026-10-20', '2026-11-20'],
    ['2026-10-25', '2026-10-28'],
  ])('block %s to %s when an approved one shares a day, and the refusal carries it', (pickup, dropoff) =>
    given(scheduleDecider, ...standing)
      .when(second(pickup, dropoff))
      .thenRefused(unavailable([standingBooking(1)])),
  )
  it.each([
    ['2026-10-28', '2026-10-30'],
    ['2026-10-20', '2026-10-25'],
  ])('leave %s to %s free: the dropoff day is free', (pickup, dropoff) =>
    given(scheduleDecider, ...standing)
      .when(second(pickup, dropoff))
      .thenTypes('BookingRequested'),
  )
  test('block staff at the desk as they block the public', () =>
    given(scheduleDecider, ...standing)
      .when({ ...second('2026-10-26', '2026-10-27'), channel: 'desk' })
      .thenRefused(unavailable([standingBooking(1)])))
  test('are all named, the earliest first', () =>
    given(
      scheduleDecider,
      requested(1, '2026-11-05', '2026-11-09'),
      approved(1, '2026-11-05', '2026-11-09'),
      requested(3, '2026-11-01', '2026-11-05'),
      approved(3, '2026-11-01', '2026-11-05'),
    )
      .when(second('2026-11-04', '2026-11-06'))
      .thenRefused(
        unavailable([standingBooking(3, '2026-11-01', '2026-11-05'), standingBooking(1, '2026-11-05', '2026-11-09')]),
      ))
  it.each([
    ['pending', [requested(1)]],
    ['rejected', [requested(1), rejected(1)]],
    ['cancelled', [requested(1), approved(1), cancelled(1)]],
    ['completed', [requested(1), approved(1), completed(1)]],
  ])('do not block when they are %s', (_, facts) =>
    given(scheduleDecider, ...facts)
      .when(second('2026-10-25', '2026-10-28'))
      .thenTypes('BookingRequested'),
  )
  test('block again when they are reinstated', () =>
    given(scheduleDecider, requested(1), approved(1), completed(1), reinstated(1))
      .when(second('2026-10-25', '2026-10-28'))
      .thenRefused(unavailable([standingBooking(1)])))
})

describe('pending requests', () => {
  test('may be 50 for one vehicle', () =>
    given(scheduleDecider, ...asked(49))
      .when(requestOf())
      .thenTypes('BookingRequested'))
  it.each(['portal', 'desk'] as const)('may not be 51, whoever asks: %s', (channel) =>
    given(scheduleDecider, ...asked(50))
      .when(requestOf({ channel }))
      .thenRefused({ code: 'too-many-pending', limit: 50 }),
  )
  test('make room when one is decided', () =>
    given(scheduleDecider, ...asked(50), rejected(2))
      .when(requestOf())
      .thenTypes('BookingRequested'))
})

test('a booking id that was given out before is a bug, not a refusal', () => {
  expect(() => given(scheduleDecider, requested(1)).when(requestOf())).toThrow(/given out before/)
})
