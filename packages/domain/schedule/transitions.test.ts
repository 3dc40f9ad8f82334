import { describe, it, test } from 'vitest'
import { given } from '../testing/given.ts'
import {
  approved,
  bookingId,
  cancelled,
  closed,
  completed,
  harbour,
  northern,
  reinstated,
  rejected,
  requested,
  standingBooking,
  unavailable,
} from '../testing/rental.ts'
import { scheduleDecider } from './decider.ts'
import type { ScheduleFact } from './events.ts'

const booking = { bookingId: bookingId(1), businessId: harbour, turnaroundDays: 0 }

const histories: Record<'pending' | 'approved' | 'rejected' | 'cancelled' | 'completed', readonly ScheduleFact[]> = {
  pending: [requested(1)],
  approved: [requested(1), approved(1)],
  rejected: [requested(1), rejected(1)],
  cancelled: [requested(1), approved(1), cancelled(1)],
  completed: [requested(1), approved(1), completed(1)],
}

test('approving a pending booking approves it for its days', () =>
  given(scheduleDecider, ...histories.pending)
    .when({ type: 'approve', ...booking })
    .thenEmits(approved(1)))

test('rejecting a pending booking rejects it', () =>
  given(scheduleDecider, ...histories.pending)
    .when({ type: 'reject', ...booking })
    .thenEmits(rejected(1)))

test('cancelling an approved booking makes it rejected', () =>
  given(scheduleDecider, ...histories.approved)
    .when({ type: 'cancel', ...booking })
    .thenEmits(cancelled(1)))

test('marking an approved booking as completed completes it', () =>
  given(scheduleDecider, ...histories.approved)
    .when({ type: 'complete', ...booking })
    .thenEmits(completed(1)))

test('marking a completed booking as approved reinstates it for its days', () =>
  given(scheduleDecider, ...histories.completed)
    .when({ type: 'reinstate', ...booking })
    .thenEmits(reinstated(1)))

test('a reason that staff gave is kept', () => {
  const reason = 'the car is in the workshop'
  given(scheduleDecider, ...histories.pending)
    .when({ type: 'reject', ...booking, reason })
    .thenEmits({ ...rejected(1), data: { ...rejected(1).data, reason } })
  given(scheduleDecider, ...histories.approved)
    .when({ type: 'cancel', ...booking, reason })
    .thenEmits({ ...cancelled(1), data: { ...cancelled(1).data, reason } })
})

describe('from any other status', () => {
  it.each([
    ['approve', 'rejected', 'rejected', 'approved'],
    ['approve', 'cancelled', 'rejected', 'approved'],
    ['approve', 'completed', 'completed', 'approved'],
    ['reject', 'approved', 'approved', 'rejected'],
    ['reject', 'completed', 'completed', 'rejected'],
    ['cancel', 'pending', 'pending', 'rejected'],
    ['cancel', 'completed', 'completed', 'rejected'],
    ['complete', 'pending', 'pending', 'completed'],
    ['complete', 'rejected', 'rejected', 'completed'],
    ['reinstate', 'pending', 'pending', 'approved'],
    ['reinstate', 'rejected', 'rejected', 'approved'],
  ] as const)('%s of one that is %s is refused', (type, history, from, to) =>
    given(scheduleDecider, ...histories[history])
      .when({ type, ...booking })
      .thenRefused({ code: 'transition-not-allowed', from, to }),
  )
})

describe('once more', () => {
  it.each([
    ['approve', 'approved'],
    ['reinstate', 'approved'],
    ['reject', 'rejected'],
    ['cancel', 'cancelled'],
    ['complete', 'completed'],
  ] as const)('%s of one that is %s already writes nothing', (type, history) =>
    given(scheduleDecider, ...histories[history])
      .when({ type, ...booking })
      .thenNothing(),
  )
})

describe('the dates are checked again', () => {
  const other = [requested(2, '2026-10-27', '2026-10-29'), approved(2, '2026-10-27', '2026-10-29')]
  const refusal = unavailable([standingBooking(2, '2026-10-27', '2026-10-29')])

  test('when a booking is approved', () =>
    given(scheduleDecider, ...histories.pending, ...other)
      .when({ type: 'approve', ...booking })
      .thenRefused(refusal))
  test('when a booking is reinstated', () =>
    given(scheduleDecider, ...histories.completed, ...other)
      .when({ type: 'reinstate', ...booking })
      .thenRefused(refusal))
  it.each([
    ['cancelled', cancelled(2)],
    ['completed', completed(2)],
  ])('and are free when the other one was %s', (_, freed) =>
    given(scheduleDecider, ...histories.pending, ...other, freed)
      .when({ type: 'approve', ...booking })
      .thenEmits(approved(1)),
  )
  test('and are free when the other one begins on the dropoff day', () =>
    given(scheduleDecider, ...histories.pending, requested(2, '2026-10-28', '2026-10-30'), {
      ...approved(2, '2026-10-28', '2026-10-30'),
    })
      .when({ type: 'approve', ...booking })
      .thenEmits(approved(1)))
  test('but do not hinder rejecting', () =>
    given(scheduleDecider, ...histories.pending, ...other)
      .when({ type: 'reject', ...booking })
      .thenEmits(rejected(1)))
})

describe('a closed schedule', () => {
  test('takes no approval', () =>
    given(scheduleDecider, ...histories.pending, closed)
      .when({ type: 'approve', ...booking })
      .thenRefused({ code: 'vehicle-unavailable' }))
  test('takes no reinstatement', () =>
    given(scheduleDecider, ...histories.completed, closed)
      .when({ type: 'reinstate', ...booking })
      .thenRefused({ code: 'vehicle-unavailable' }))
  test('still lets staff reject, cancel and complete', () => {
    given(scheduleDecider, ...histories.pending, closed)
      .when({ type: 'reject', ...booking })
      .thenEmits(rejected(1))
    given(scheduleDecider, ...histories.approved, closed)
      .when({ type: 'cancel', ...booking })
      .thenEmits(cancelled(1))
    given(scheduleDecider, ...histories.approved, closed)
      .when({ type: 'complete', ...booking })
      .thenEmits(completed(1))
  })
})

describe('a booking of another business answers as one that is not there', () => {
  it.each(['approve', 'reject', 'cancel', 'complete', 'reinstate', 'hideFromRecent', 'hideFromBookingsPage'] as const)(
    'to %s',
    (type) => {
      given(scheduleDecider, ...histories.pending)
        .when({ type, ...booking, businessId: northern })
        .thenRefused({ code: 'not-found' })
      given(scheduleDecider, ...histories.pending)
        .when({ type, ...booking, bookingId: bookingId(9) })
        .thenRefused({ code: 'not-found' })
    },
  )
})
