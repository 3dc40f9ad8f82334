import { describe, it, test } from 'vitest'
import { given } from '../testing/given.ts'
import {
  approved,
  bookingId,
  completed,
  harbour,
  northern,
  rejected,
  requested,
  standingBooking,
  subjectOf,
  unavailable,
} from '../testing/rental.ts'
import { scheduleDecider } from './decider.ts'
import type { ScheduleFact } from './events.ts'
import type { BookingStatus } from './state.ts'

const booking = { type: 'changeBooking', bookingId: bookingId(1), businessId: harbour, turnaroundDays: 0 } as const
const histories: Record<BookingStatus, readonly ScheduleFact[]> = {
  pending: [requested(1)],
  approved: [requested(1), approved(1)],
  rejected: [requested(1), rejected(1)],
  completed: [requested(1), approved(1), completed(1)],
}
const notesSaved = {
  type: 'BookingAdminNotesSaved',
  data: { ...subjectOf(1), mark: 'seat' },
  personal: { notes: 'asks for a child seat' },
} as const
const adminNotes = { ...notesSaved.personal, mark: 'seat' } as const

describe('the pair of the present and the wanted status picks the command', () => {
  it.each([
    ['pending', 'approved', 'BookingApproved'],
    ['pending', 'rejected', 'BookingRejected'],
    ['approved', 'rejected', 'BookingCancelled'],
    ['approved', 'completed', 'BookingCompleted'],
    ['completed', 'approved', 'BookingReinstated'],
  ] as const)('%s → %s: %s', (from, status, type) =>
    given(scheduleDecider, ...histories[from])
      .when({ ...booking, status })
      .thenTypes(type),
  )
  it.each(['pending', 'approved', 'rejected', 'completed'] as const)('%s again writes nothing', (status) =>
    given(scheduleDecider, ...histories[status])
      .when({ ...booking, status })
      .thenNothing(),
  )
  it.each([
    ['pending', 'completed'],
    ['approved', 'pending'],
    ['rejected', 'pending'],
    ['rejected', 'approved'],
    ['rejected', 'completed'],
    ['completed', 'pending'],
    ['completed', 'rejected'],
  ] as const)('%s → %s is refused, naming both', (from, to) =>
    given(scheduleDecider, ...histories[from])
      .when({ ...booking, status: to })
      .thenRefused({ code: 'transition-not-allowed', from, to }),
  )
})

describe('the status that the sender saw', () => {
  test('as it is: the change happens', () =>
    given(scheduleDecider, ...histories.completed)
      .when({ ...booking, from: 'completed', status: 'approved' })
      .thenTypes('BookingReinstated'))
  test('is not the present one, nor is the wanted one: the change is refused, naming present and wanted', () => {
    given(scheduleDecider, ...histories.completed)
      .when({ ...booking, from: 'pending', status: 'approved', adminNotes })
      .thenRefused({ code: 'transition-not-allowed', from: 'completed', to: 'approved', seen: 'pending' })
    given(scheduleDecider, ...histories.approved)
      .when({ ...booking, from: 'pending', status: 'rejected' })
      .thenRefused({ code: 'transition-not-allowed', from: 'approved', to: 'rejected', seen: 'pending' })
  })
  test('is not the present one, but the wanted one is: nothing is left to do', () =>
    given(scheduleDecider, ...histories.approved)
      .when({ ...booking, from: 'pending', status: 'approved' })
      .thenNothing())
})

describe('with admin notes', () => {
  it.each(['pending', 'approved', 'rejected', 'completed'] as const)('alone, a %s booking keeps its status', (status) =>
    given(scheduleDecider, ...histories[status])
      .when({ ...booking, adminNotes })
      .thenEmits(notesSaved),
  )
  test('and a status, both happen', () =>
    given(scheduleDecider, ...histories.pending)
      .when({ ...booking, status: 'approved', adminNotes })
      .thenEmits(approved(1), notesSaved))
  test('and the same status, the notes are saved', () =>
    given(scheduleDecider, ...histories.approved)
      .when({ ...booking, status: 'approved', adminNotes })
      .thenEmits(notesSaved))
  test('and a status that is refused, neither happens', () => {
    given(scheduleDecider, ...histories.rejected)
      .when({ ...booking, status: 'approved', adminNotes })
      .thenRefused({ code: 'transition-not-allowed', from: 'rejected', to: 'approved' })
    given(scheduleDecider, ...histories.pending, requested(2), approved(2))
      .when({ ...booking, status: 'approved', adminNotes })
      .thenRefused(unavailable([standingBooking(2)]))
  })
  test('that are empty, they are wiped', () =>
    given(scheduleDecider, ...histories.pending)
      .when({ ...booking, adminNotes: { notes: '', mark: '' } })
      .thenEmits({ ...notesSaved, data: { ...subjectOf(1), mark: '' }, personal: { notes: '' } }))
  test('and a status, when others have changed the notes meanwhile, neither happens', () =>
    given(scheduleDecider, ...histories.pending, notesSaved)
      .when({ ...booking, status: 'approved', adminNotes: { notes: 'x', mark: 'x', seen: '' } })
      .thenRefused({ code: 'notes-changed' }))
})

test('nothing asked for is nothing done', () =>
  given(scheduleDecider, ...histories.pending)
    .when(booking)
    .thenNothing())

describe('another business’s booking, and one that never was, are not found', () => {
  it.each([
    { status: 'approved' },
    { status: 'pending' },
    { adminNotes },
    { status: 'approved', adminNotes },
    {},
  ] as const)('whatever is asked for: %o', (change) => {
    given(scheduleDecider, ...histories.pending)
      .when({ ...booking, businessId: northern, ...change })
      .thenRefused({ code: 'not-found' })
    given(scheduleDecider)
      .when({ ...booking, ...change })
      .thenRefused({ code: 'not-found' })
  })
})
