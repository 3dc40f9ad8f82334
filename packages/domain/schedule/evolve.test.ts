import { describe, expect, it, test } from 'vitest'
import {
  approved,
  bookingId,
  cancellationAsked,
  cancelled,
  closed,
  completed,
  contractGenerated,
  customerId,
  day,
  harbour,
  linkReissued,
  maintained,
  reinstated,
  rejected,
  requested,
  subjectOf,
  unblocked,
  withdrawn,
} from '../testing/rental.ts'
import type { ScheduleFact } from './events.ts'
import { evolve } from './evolve.ts'
import { approvedWithin } from './held-days.ts'
import { copySchedule, emptySchedule } from './state.ts'

const folded = (...facts: readonly ScheduleFact[]) =>
  facts.reduce((state, fact) => evolve(state, fact), emptySchedule())
const ISSUE = '5f0e6a55-7d0b-4a53-a1a0-3f8a7a1c6c11'
const days = { pickupDate: day('2026-10-25'), dropoffDate: day('2026-10-28') }

describe('a fact about a booking that is not known', () => {
  it.each<ScheduleFact>([
    rejected(9),
    cancelled(9),
    completed(9),
    { type: 'BookingAdminNotesSaved', data: { ...subjectOf(9), mark: 'x' } },
    { type: 'BookingHiddenFromRecent', data: subjectOf(9) },
    { type: 'BookingHiddenFromBookingsPage', data: subjectOf(9) },
    contractGenerated(9, ISSUE),
    withdrawn(9),
    cancellationAsked(9),
    linkReissued(9, 1),
    { type: 'ContractUploaded', data: { ...subjectOf(9), contractPath: '/objects/contracts/c' } },
  ])('changes nothing: $type', (fact) => expect(folded(requested(1), fact)).toEqual(folded(requested(1))))

  it.each([approved(9), reinstated(9)])('holds its days all the same when it is an approval: $type', (fact) => {
    expect(approvedWithin(folded(fact), days)).toEqual([
      {
        bookingId: bookingId(9),
        businessId: harbour,
        customerId,
        reference: bookingId(9),
        ...days,
        status: 'approved',
        hiddenFromRecent: false,
        hiddenFromBookingsPage: false,
        notesMark: '',
        linkVersion: 0,
        cancellationAsked: false,
      },
    ])
  })
})

test('a request that comes twice is one booking, and keeps what became of it', () => {
  expect(folded(requested(1), approved(1), requested(1))).toEqual(folded(requested(1), approved(1)))
})

test('of notes rules know what tells them from others', () => {
  const noted = folded(requested(1), { type: 'BookingAdminNotesSaved', data: { ...subjectOf(1), mark: 'x' } })
  expect(noted.bookings.get(bookingId(1))?.notesMark).toBe('x')
})

test('what stands is kept apart from what is over, however long the history', () => {
  const history = Array.from({ length: 25_000 }, (_, n) => [requested(n), approved(n), completed(n), requested(n)])
  const schedule = folded(...history.flat(), requested(30_000), requested(30_001), approved(30_001), closed)
  expect(schedule.bookings.size).toBe(25_002)
  expect([...schedule.pending].map((booking) => booking.bookingId)).toEqual([bookingId(30_000)])
  expect([...schedule.approved].map((booking) => booking.bookingId)).toEqual([bookingId(30_001)])
  expect(schedule.closed).toBe(true)
})

const made = () =>
  folded(requested(1), requested(2), approved(2), requested(3), completed(3), maintained(1, '2026-11-01', '2026-11-03'))

test('a copy of a state lives its own life', () => {
  const state = made()
  const copy = copySchedule(state)
  expect(copy).toEqual(state)
  evolve(state, cancelled(2))
  evolve(state, approved(1))
  evolve(state, unblocked(1))
  expect(copy).toEqual(made())
  for (const fact of [cancelled(2), approved(1), unblocked(1)]) evolve(copy, fact)
  expect(copy).toEqual(state)
  // What is marked in one index is marked in the other.
  expect([...copy.approved]).toEqual([copy.bookings.get(bookingId(1))])
  expect([...copy.approved][0]).toBe(copy.bookings.get(bookingId(1)))
})
