import { describe, it, test } from 'vitest'
import { given } from '../testing/given.ts'
import { approved, bookingId, completed, harbour, northern, rejected, requested, subjectOf } from '../testing/rental.ts'
import { scheduleDecider } from './decider.ts'

const booking = { bookingId: bookingId(1), businessId: harbour }
const hiddenFromRecent = { type: 'BookingHiddenFromRecent', data: subjectOf(1) } as const
const hiddenFromBookingsPage = { type: 'BookingHiddenFromBookingsPage', data: subjectOf(1) } as const

test('staff save notes on a booking', () =>
  given(scheduleDecider, requested(1))
    .when({ type: 'saveAdminNotes', ...booking, notes: 'paid in cash' })
    .thenEmits({ type: 'BookingAdminNotesSaved', data: subjectOf(1), personal: { notes: 'paid in cash' } }))

test('staff save no notes on another business’s booking', () =>
  given(scheduleDecider, requested(1))
    .when({ type: 'saveAdminNotes', ...booking, businessId: northern, notes: 'x' })
    .thenRefused({ code: 'not-found' }))

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
