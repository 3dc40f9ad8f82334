import { describe, expect, it, test } from 'vitest'
import { given } from '../testing/given.ts'
import {
  approved,
  bookingId,
  cancelled,
  closed,
  completed,
  customerId,
  day,
  harbour,
  maintained,
  maintenanceOf,
  moved,
  northern,
  requested,
  requestOf,
  standingBlock,
  standingBooking,
  unavailable,
  unblocked,
  vehicleId,
} from '../testing/rental.ts'
import { scheduleDecider } from './decider.ts'
import type { ScheduleFact } from './events.ts'
import { evolve } from './evolve.ts'
import { requestsInTheWayOf } from './maintenance.ts'
import { emptySchedule } from './state.ts'

/** Today is 2026-10-20. The n-th block of these stories, as it is saved again with other days. */
const change = (n: number, from: string, to: string) =>
  ({ ...maintenanceOf(n, from, to), type: 'changeMaintenance' }) as const
const cancel = (n: number) => {
  const { from: _from, to: _to, kind: _kind, note: _note, ...which } = maintenanceOf(n, '2026-10-25', '2026-10-27')
  return { ...which, type: 'cancelMaintenance' } as const
}
const approve = { type: 'approve', bookingId: bookingId(1), businessId: harbour, turnaroundDays: 0 } as const
const block = maintained(1, '2026-10-25', '2026-10-27')

test('maintenance takes its days out of hire', () =>
  given(scheduleDecider)
    .when(maintenanceOf(1, '2026-10-25', '2026-10-27'))
    .thenEmits(block))

describe('its days', () => {
  it.each([
    ['2026-10-20', '2026-10-21'],
    ['2026-10-25', '2027-10-25'],
    ['2036-10-20', '2036-10-21'],
  ])('may be %s to %s', (from, to) =>
    given(scheduleDecider)
      .when(maintenanceOf(1, from, to))
      .thenTypes('MaintenanceScheduled'),
  )
  it.each([
    ['2026-10-25', '2026-10-25', { code: 'invalid-dates', of: 'maintenance' }],
    ['2026-10-25', '2026-10-24', { code: 'invalid-dates', of: 'maintenance' }],
    ['2026-10-19', '2026-10-25', { code: 'maintenance-in-the-past', edge: 'from', earliest: day('2026-10-20') }],
    ['2026-10-25', '2027-10-26', { code: 'too-long', of: 'maintenance', longestDays: 365 }],
    ['2036-10-21', '2036-10-22', { code: 'too-far-ahead', of: 'maintenance', latest: day('2036-10-20') }],
  ] as const)('may not be %s to %s', (from, to, refusal) =>
    given(scheduleDecider)
      .when(maintenanceOf(1, from, to))
      .thenRefused(refusal),
  )
})

describe('one rule for bookings and maintenance: no day is given twice', () => {
  const booked = [requested(1), approved(1)]

  it.each([
    ['2026-10-24', '2026-10-26'],
    ['2026-10-26', '2026-10-27'],
    ['2026-10-27', '2026-10-30'],
  ])('maintenance from %s to %s is refused over an approved booking, which is named', (from, to) =>
    given(scheduleDecider, ...booked)
      .when(maintenanceOf(1, from, to))
      .thenRefused(unavailable([standingBooking(1)])),
  )
  it.each([
    ['2026-10-24', '2026-10-25'],
    ['2026-10-28', '2026-10-30'],
  ])('maintenance from %s to %s may touch it', (from, to) =>
    given(scheduleDecider, ...booked)
      .when(maintenanceOf(1, from, to))
      .thenTypes('MaintenanceScheduled'),
  )
  it.each<readonly [string, readonly ScheduleFact[]]>([
    ['waits for an answer', [requested(1)]],
    ['was cancelled', [...booked, cancelled(1)]],
    ['was completed', [...booked, completed(1)]],
  ])('a booking that %s does not hinder it', (_, facts) =>
    given(scheduleDecider, ...facts)
      .when(maintenanceOf(1, '2026-10-25', '2026-10-28'))
      .thenTypes('MaintenanceScheduled'),
  )
  test('over other maintenance it is refused; all that is in the way is named', () =>
    given(scheduleDecider, ...booked, maintained(1, '2026-10-28', '2026-10-30'))
      .when(maintenanceOf(2, '2026-10-27', '2026-10-29'))
      .thenRefused(unavailable([standingBooking(1)], { maintenance: [standingBlock(1, '2026-10-28', '2026-10-30')] })))

  const inTheWay = unavailable([], { maintenance: [standingBlock(1, '2026-10-25', '2026-10-27')] })
  test('over maintenance nobody can ask for a vehicle, in the portal or at the desk', () => {
    given(scheduleDecider, block).when(requestOf()).thenRefused(inTheWay)
    given(scheduleDecider, block)
      .when(requestOf({ channel: 'desk' }))
      .thenRefused(inTheWay)
  })
  test('over maintenance nothing is approved', () => {
    given(scheduleDecider, requested(1), block).when(approve).thenRefused(inTheWay)
    given(scheduleDecider, requested(1), block)
      .when({ ...approve, type: 'changeBooking', status: 'approved' })
      .thenRefused(inTheWay)
  })
  test('over maintenance nothing is reinstated', () =>
    given(scheduleDecider, ...booked, completed(1), block)
      .when({ ...approve, type: 'reinstate' })
      .thenRefused(inTheWay))
  test('maintenance that was cancelled, or moved away, is in nobody’s way', () => {
    given(scheduleDecider, requested(1), block, unblocked(1)).when(approve).thenTypes('BookingApproved')
    given(scheduleDecider, requested(1), block, moved(1, '2026-11-01', '2026-11-02'))
      .when(approve)
      .thenTypes('BookingApproved')
  })
})

describe('saved again', () => {
  test('with other days it moves, also into days of its own', () =>
    given(scheduleDecider, block)
      .when(change(1, '2026-10-26', '2026-10-29'))
      .thenEmits(moved(1, '2026-10-26', '2026-10-29')))
  test('with other words it is described otherwise, also when it is over', () => {
    const { maintenanceId } = block.data
    const described = {
      type: 'MaintenanceDescribed',
      data: { maintenanceId, vehicleId, businessId: harbour, kind: 'mot', note: 'Bay 2' },
    } as const
    given(scheduleDecider, block)
      .when({ ...change(1, '2026-10-25', '2026-10-27'), kind: 'mot', note: 'Bay 2' })
      .thenEmits(described)
    given(scheduleDecider, maintained(1, '2026-10-01', '2026-10-03'))
      .when({ ...change(1, '2026-10-01', '2026-10-03'), kind: 'mot', note: 'Bay 2' })
      .thenEmits(described)
    given(scheduleDecider, block)
      .when({ ...change(1, '2026-10-26', '2026-10-27'), kind: 'mot' })
      .thenTypes('MaintenanceMoved', 'MaintenanceDescribed')
  })
  test('by somebody who says what they saw, what others have changed meanwhile stays; the same of it is not overwritten', () => {
    const { from, to, kind, note } = maintenanceOf(1, '2026-10-25', '2026-10-27')
    const seen = { from, to, kind, note }
    const stale = { ...change(1, '2026-10-25', '2026-10-27'), seen }
    const elsewhere = moved(1, '2026-11-10', '2026-11-12')
    given(scheduleDecider, block, elsewhere)
      .when({ ...stale, kind: 'mot' })
      .thenTypes('MaintenanceDescribed')
    given(scheduleDecider, block, elsewhere)
      .when({ ...stale, to: day('2026-11-12') })
      .thenRefused({
        code: 'maintenance-changed',
        parts: ['days'],
        present: { ...seen, from: day('2026-11-10'), to: day('2026-11-12') },
        wanted: { ...seen, to: day('2026-11-12') },
      })
    // Both wanted the same.
    given(scheduleDecider, block, elsewhere)
      .when({ ...change(1, '2026-11-10', '2026-11-12'), seen })
      .thenNothing()
  })
  test('as it is it writes nothing', () =>
    given(scheduleDecider, block)
      .when(change(1, '2026-10-25', '2026-10-27'))
      .thenNothing())
  test('over a booking or another block it is refused, and so are days that none can have', () => {
    const facts = [block, requested(1, '2026-11-01', '2026-11-03'), approved(1, '2026-11-01', '2026-11-03')]
    given(scheduleDecider, ...facts)
      .when(change(1, '2026-10-25', '2026-11-02'))
      .thenRefused(unavailable([standingBooking(1, '2026-11-01', '2026-11-03')]))
    given(scheduleDecider, block, maintained(2, '2026-10-28', '2026-10-29'))
      .when(change(1, '2026-10-25', '2026-10-29'))
      .thenRefused(unavailable([], { maintenance: [standingBlock(2, '2026-10-28', '2026-10-29')] }))
    given(scheduleDecider, block)
      .when(change(1, '2026-10-27', '2026-10-25'))
      .thenRefused({ code: 'invalid-dates', of: 'maintenance' })
    given(scheduleDecider, block)
      .when(change(1, '2026-10-19', '2026-10-27'))
      .thenRefused({ code: 'maintenance-in-the-past', edge: 'from', earliest: day('2026-10-20') })
  })

  const running = maintained(1, '2026-10-18', '2026-10-22')
  it.each(['2026-10-20', '2026-10-21', '2026-10-30'])('while it runs, its end may move to %s', (to) =>
    given(scheduleDecider, running)
      .when(change(1, '2026-10-18', to))
      .thenEmits(moved(1, '2026-10-18', to)),
  )
  test('while it runs, its beginning stays, and what has been is not taken back', () => {
    for (const from of ['2026-10-17', '2026-10-19', '2026-10-21']) {
      given(scheduleDecider, running)
        .when(change(1, from, '2026-10-25'))
        .thenRefused({ code: 'maintenance-started', from: day('2026-10-18') })
    }
    given(scheduleDecider, running)
      .when(change(1, '2026-10-18', '2026-10-19'))
      .thenRefused({ code: 'maintenance-in-the-past', edge: 'to', earliest: day('2026-10-20') })
  })
  test('when it is over, its days stay', () =>
    given(scheduleDecider, maintained(1, '2026-10-18', '2026-10-20'))
      .when(change(1, '2026-10-18', '2026-10-25'))
      .thenRefused({ code: 'maintenance-over' }))
  test('when it was cancelled, it is refused', () =>
    given(scheduleDecider, block, unblocked(1))
      .when(change(1, '2026-10-25', '2026-10-28'))
      .thenRefused({ code: 'maintenance-cancelled' }))
})

describe('cancelling', () => {
  test('frees its days, also while it runs; once more writes nothing', () => {
    given(scheduleDecider, block).when(cancel(1)).thenEmits(unblocked(1))
    given(scheduleDecider, maintained(1, '2026-10-18', '2026-10-22'))
      .when(cancel(1))
      .thenEmits(unblocked(1))
    given(scheduleDecider, block, unblocked(1)).when(cancel(1)).thenNothing()
  })
  test('by somebody who says what they saw is refused when others have moved it, or made something else of it', () => {
    const { from, to, kind } = maintenanceOf(1, '2026-10-25', '2026-10-27')
    const seen = { from, to, kind }
    const asked = { ...cancel(1), seen }
    given(scheduleDecider, block).when(asked).thenEmits(unblocked(1))
    given(scheduleDecider, block, moved(1, '2026-10-25', '2026-10-30'))
      .when(asked)
      .thenRefused({
        code: 'maintenance-changed',
        of: 'cancellation',
        parts: ['days'],
        present: { ...seen, to: day('2026-10-30') },
        seen,
      })
    const { maintenanceId } = block.data
    const others = { maintenanceId, vehicleId, businessId: harbour, note: 'Bay 2' }
    given(scheduleDecider, block, { type: 'MaintenanceDescribed', data: { ...others, kind: 'mot' } })
      .when(asked)
      .thenRefused({
        code: 'maintenance-changed',
        of: 'cancellation',
        parts: ['kind'],
        present: { ...seen, kind: 'mot' },
        seen,
      })
    // A note says nothing against it; moved there and back, it is what was seen; cancelled by others, it is so already.
    given(scheduleDecider, block, { type: 'MaintenanceDescribed', data: { ...others, kind } })
      .when(asked)
      .thenEmits(unblocked(1))
    given(scheduleDecider, block, moved(1, '2026-10-25', '2026-10-30'), moved(1, '2026-10-25', '2026-10-27'))
      .when(asked)
      .thenEmits(unblocked(1))
    given(scheduleDecider, block, moved(1, '2026-10-25', '2026-10-30'), unblocked(1))
      .when(asked)
      .thenNothing()
  })
  test('by whoever does not say what they saw is done, whatever it is by now', () =>
    given(scheduleDecider, block, moved(1, '2026-10-25', '2026-10-30'))
      .when(cancel(1))
      .thenEmits(unblocked(1)))
  test('is refused when it is over: it took place', () =>
    given(scheduleDecider, maintained(1, '2026-10-18', '2026-10-20'))
      .when(cancel(1))
      .thenRefused({ code: 'maintenance-over' }))
})

describe('another business’s maintenance, one that never was, and that of a vehicle which has left the fleet', () => {
  const refusal = { code: 'not-found' } as const
  test('are not found', () => {
    for (const command of [change(1, '2026-10-25', '2026-10-28'), cancel(1)]) {
      given(scheduleDecider, block)
        .when({ ...command, businessId: northern })
        .thenRefused(refusal)
      given(scheduleDecider).when(command).thenRefused(refusal)
      given(scheduleDecider, block, closed).when(command).thenRefused(refusal)
    }
    given(scheduleDecider, closed)
      .when(maintenanceOf(1, '2026-10-25', '2026-10-27'))
      .thenRefused(refusal)
  })
})

const wanting = (turnaroundDays: number, pickupDate: string, dropoffDate: string) =>
  requestOf({
    bookingId: bookingId(2),
    business: { active: true, turnaroundDays },
    pickupDate: day(pickupDate),
    dropoffDate: day(dropoffDate),
  })

describe('turn-round', () => {
  const booked = [requested(1), approved(1)]
  it.each([
    [1, '2026-10-29', '2026-10-30'],
    [2, '2026-10-30', '2026-10-31'],
    [3, '2026-10-31', '2026-11-01'],
    [1, '2026-10-22', '2026-10-24'],
    [3, '2026-10-20', '2026-10-22'],
  ])('of %i days leaves %s to %s free', (turnaroundDays, pickup, dropoff) =>
    given(scheduleDecider, ...booked)
      .when(wanting(turnaroundDays, pickup, dropoff))
      .thenTypes('BookingRequested'),
  )
  it.each([
    [1, '2026-10-28', '2026-10-30'],
    [2, '2026-10-29', '2026-10-31'],
    [3, '2026-10-30', '2026-11-01'],
    [1, '2026-10-22', '2026-10-25'],
    [3, '2026-10-20', '2026-10-23'],
  ])('of %i days takes %s to %s, after a booking and before it', (turnaroundDays, pickup, dropoff) =>
    given(scheduleDecider, ...booked)
      .when(wanting(turnaroundDays, pickup, dropoff))
      .thenRefused(unavailable([standingBooking(1)], { turnaroundDays })),
  )

  const next = [requested(2, '2026-10-28', '2026-10-30'), approved(2, '2026-10-28', '2026-10-30')]
  const inTheWay = unavailable([standingBooking(2, '2026-10-28', '2026-10-30')], { turnaroundDays: 1 })
  test('holds at every path: approve, reinstate, both by the one call for all', () => {
    const asked = { ...approve, turnaroundDays: 1 }
    const whole = { ...asked, type: 'changeBooking', status: 'approved' } as const
    given(scheduleDecider, requested(1), ...next)
      .when(asked)
      .thenRefused(inTheWay)
    given(scheduleDecider, requested(1), ...next)
      .when(whole)
      .thenRefused(inTheWay)
    given(scheduleDecider, ...booked, completed(1), ...next)
      .when({ ...asked, type: 'reinstate' })
      .thenRefused(inTheWay)
    given(scheduleDecider, ...booked, completed(1), ...next)
      .when(whole)
      .thenRefused(inTheWay)
  })
  test('raised later takes nothing back that was approved', () => {
    const whole = { ...approve, turnaroundDays: 3, type: 'changeBooking' } as const
    const facts = [...booked, ...next]
    given(scheduleDecider, ...facts)
      .when({ ...whole, status: 'approved' })
      .thenNothing()
    given(scheduleDecider, ...facts)
      .when({ ...whole, status: 'completed' })
      .thenTypes('BookingCompleted')
  })
  test('is what maintenance is done in: it may lie there, and there it blocks bookings', () => {
    given(scheduleDecider, ...booked)
      .when(maintenanceOf(1, '2026-10-28', '2026-10-29'))
      .thenTypes('MaintenanceScheduled')
    given(scheduleDecider, requested(1), maintained(1, '2026-10-28', '2026-10-29'))
      .when({ ...approve, turnaroundDays: 2 })
      .thenTypes('BookingApproved')
  })
})

test('requests that a block makes impossible are those that share a day with it, the earliest first', () => {
  const facts = [
    requested(1, '2026-10-26', '2026-10-29'),
    requested(2, '2026-10-21', '2026-10-26'),
    requested(3, '2026-10-27', '2026-10-29'),
    requested(4),
    approved(4),
  ]
  const schedule = facts.reduce((state, fact) => evolve(state, fact), emptySchedule())
  expect(requestsInTheWayOf(block.data, schedule)).toEqual([
    standingBooking(2, '2026-10-21', '2026-10-26'),
    standingBooking(1, '2026-10-26', '2026-10-29'),
  ])
})

test('a customer who leaves takes no block along', () =>
  given(scheduleDecider, requested(1), block)
    .when({ type: 'rejectPendingOf', vehicleId, businessId: harbour, customerId, today: day('2026-10-20') })
    .thenTypes('BookingRejected'))
