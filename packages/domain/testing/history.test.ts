import { expect, it, test } from 'vitest'
import type { ScheduleFact } from '../schedule/events.ts'
import { faultsOf } from './history.ts'
import {
  approved,
  bookingId,
  cancelled,
  completed,
  maintained,
  maintenanceId,
  moved,
  reinstated,
  rejected,
  requested,
  unblocked,
} from './rental.ts'

test('a good history has no fault', () => {
  expect(
    faultsOf([
      requested(1),
      requested(2),
      requested(3, '2026-10-28', '2026-10-30'),
      approved(1),
      approved(3, '2026-10-28', '2026-10-30'),
      completed(1),
      approved(2),
      cancelled(2),
      reinstated(1),
    ]),
  ).toEqual([])
})

test('one day given to two bookings is found, even when one gives it back later', () => {
  expect(
    faultsOf([
      requested(1, '2026-10-25', '2026-10-28'),
      requested(2, '2026-10-27', '2026-10-29'),
      approved(1, '2026-10-25', '2026-10-28'),
      approved(2, '2026-10-27', '2026-10-29'),
      cancelled(2),
    ]),
  ).toEqual([`2026-10-27 was given to ${bookingId(1)} and to ${bookingId(2)}`])
})

test('a reinstatement over another booking is found', () => {
  expect(faultsOf([requested(1), approved(1), completed(1), requested(2), approved(2), reinstated(1)]).length).toBe(3)
})

it.each<readonly [string, readonly ScheduleFact[]]>([
  ['nothing to approved', [approved(1)]],
  ['rejected to approved', [requested(1), rejected(1), approved(1)]],
  ['pending to rejected', [requested(1), cancelled(1)]],
  ['approved to approved', [requested(1), approved(1), reinstated(1)]],
  ['pending to completed', [requested(1), completed(1)]],
  ['pending to pending', [requested(1), requested(1)]],
])('a change that is not in the graph is found: %s', (change, facts) => {
  expect(faultsOf(facts)[0]).toBe(`${bookingId(1)} went from ${change}`)
})

test('a day given to a booking and to maintenance is found, whichever came first and however the block got there', () => {
  const fault = `2026-10-27 was given to ${bookingId(1)} and to ${maintenanceId(1)}`
  const booked = [requested(1), approved(1)]
  expect(faultsOf([...booked, maintained(1, '2026-10-27', '2026-10-29')])).toEqual([fault])
  expect(
    faultsOf([...booked, maintained(1, '2026-10-28', '2026-10-29'), moved(1, '2026-10-27', '2026-10-29')]),
  ).toEqual([fault])
  expect(faultsOf([maintained(1, '2026-10-27', '2026-10-29'), ...booked])).toEqual([
    `2026-10-27 was given to ${maintenanceId(1)} and to ${bookingId(1)}`,
  ])
  expect(faultsOf([maintained(1, '2026-10-27', '2026-10-29'), unblocked(1), ...booked])).toEqual([])
})

test('a booking within another one’s turn-round is found, on either side; maintenance may lie there', () => {
  const [first, next] = [
    [requested(1), approved(1)],
    [requested(2, '2026-10-29', '2026-10-30'), approved(2, '2026-10-29', '2026-10-30')],
  ]
  expect(faultsOf([...first, ...next], [0, 1, 0, 1])).toEqual([])
  expect(faultsOf([...first, ...next], [0, 2, 0, 2])).toEqual([
    `${bookingId(2)} has ${bookingId(1)} in its turn-round on 2026-10-27`,
  ])
  expect(faultsOf([...next, ...first], [0, 2, 0, 2])).toEqual([
    `${bookingId(1)} has ${bookingId(2)} in its turn-round on 2026-10-29`,
  ])
  expect(faultsOf([maintained(1, '2026-10-28', '2026-10-29'), ...first], [0, 0, 3])).toEqual([])
})
