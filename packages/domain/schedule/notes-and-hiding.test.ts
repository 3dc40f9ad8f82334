import { describe, it, test } from 'vitest'
import { given } from '../testing/given.ts'
import { approved, bookingId, completed, harbour, northern, rejected, requested, subjectOf } from '../testing/rental.ts'
import { scheduleDecider } from './decider.ts'

const booking = { bookingId: bookingId(1), businessId: harbour }
const hiddenFromRecent = { type: 'BookingHiddenFromRecent', data: subjectOf(1) } as const
const hiddenFromBookingsPage = { type: 'BookingHiddenFromBookingsPage', data: subjectOf(1) } as const

const notesSaved = (notes: string, mark: string | null) =>
  ({ type: 'BookingAdminNotesSaved', data: { ...subjectOf(1), mark }, personal: { notes } }) as const

test('staff save notes on a booking', () =>
  given(scheduleDecider, requested(1))
    .when({ type: 'saveAdminNotes', ...booking, notes: 'paid in cash', mark: 'cash' })
    .thenEmits(notesSaved('paid in cash', 'cash')))

test('staff save no notes on another business’s booking', () =>
  given(scheduleDecider, requested(1))
    .when({ type: 'saveAdminNotes', ...booking, businessId: northern, notes: 'x', mark: 'x' })
    .thenRefused({ code: 'not-found' }))

describe('the notes that the sender saw', () => {
  const save = { type: 'saveAdminNotes', ...booking, notes: 'paid by card', mark: 'card' } as const
  const afterCash = [requested(1), notesSaved('paid in cash', 'cash')]

  test('as they are: the new ones are saved', () => {
    given(scheduleDecider, requested(1))
      .when({ ...save, seen: '' })
      .thenEmits(notesSaved('paid by card', 'card'))
    given(scheduleDecider, ...afterCash)
      .when({ ...save, seen: 'cash' })
      .thenEmits(notesSaved('paid by card', 'card'))
  })
  test('are not there any more: nothing is overwritten', () => {
    given(scheduleDecider, ...afterCash)
      .when({ ...save, seen: '' })
      .thenRefused({ code: 'notes-changed' })
    given(scheduleDecider, ...afterCash, notesSaved('', ''))
      .when({ ...save, seen: 'cash' })
      .thenRefused({ code: 'notes-changed' })
  })
  test('are not there any more, but the wanted ones are: nothing is left to do', () =>
    given(scheduleDecider, ...afterCash)
      .when({ ...save, notes: 'paid in cash', mark: 'cash', seen: '' })
      .thenNothing())
  test('were saved before notes could be told: they are overwritten', () =>
    given(scheduleDecider, requested(1), notesSaved('paid in cash', null))
      .when({ ...save, seen: '' })
      .thenEmits(notesSaved('paid by card', 'card')))
  test('are not said: whatever is there is overwritten', () =>
    given(scheduleDecider, ...afterCash)
      .when(save)
      .thenEmits(notesSaved('paid by card', 'card')))
})

describe('a booking', () => {
  it.each([
    ['pending', [requested(1)]],
    ['approved', [requested(1), approved(1)]],
    ['rejected', [requested(1), rejected(1)]],
    ['completed', [requested(1), approved(1), completed(1)]],
  ])('that is %s can be hidden from recent and, separately, from the bookings page', (_, facts) => {
    given(scheduleDecider, ...facts)
      .when({ type: 'hideFromRecent', ...booking })
      .thenEmits(hiddenFromRecent)
    given(scheduleDecider, ...facts)
      .when({ type: 'hideFromBookingsPage', ...booking })
      .thenEmits(hiddenFromBookingsPage)
  })
  test('hidden from one is not hidden from the other', () => {
    given(scheduleDecider, requested(1), hiddenFromRecent)
      .when({ type: 'hideFromBookingsPage', ...booking })
      .thenEmits(hiddenFromBookingsPage)
    given(scheduleDecider, requested(1), hiddenFromBookingsPage)
      .when({ type: 'hideFromRecent', ...booking })
      .thenEmits(hiddenFromRecent)
  })
  test('hidden again is hidden already', () => {
    given(scheduleDecider, requested(1), hiddenFromRecent)
      .when({ type: 'hideFromRecent', ...booking })
      .thenNothing()
    given(scheduleDecider, requested(1), hiddenFromBookingsPage)
      .when({ type: 'hideFromBookingsPage', ...booking })
      .thenNothing()
  })
})
