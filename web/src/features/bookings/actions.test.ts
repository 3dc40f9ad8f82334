import { describe, expect, it } from 'vitest'
import { bind } from '../../offline/outbox/action.ts'
import { saveNotes } from './actions.ts'
import { aBooking } from './testing/booking.ts'

/** Whether notes that were refused would be, again, beside those that the booking has. */
const isOvertaken = (adminNotes: string | null, notesFrom?: string) => {
  const booking = aBooking({ adminNotes })
  const seen = notesFrom === undefined ? {} : { notesFrom }
  const mine = { id: booking.id, adminNotes: 'Wants a child seat', ...seen }
  return bind(saveNotes, mine).isOvertaken(() => [booking])
}

describe('notes that were refused because of others', () => {
  it('are not sent again while the others are there, which would refuse them again; the booking shows both', () => {
    expect(isOvertaken('Paid in cash', '')).toBe(true)
    expect(isOvertaken(null, 'Paid in cash')).toBe(true)
  })
  it('can be sent again when the others are gone, or say the same', () => {
    expect(isOvertaken(null, '')).toBe(false)
    expect(isOvertaken('Paid in cash', ' Paid in cash\n')).toBe(false)
    expect(isOvertaken('Wants a child seat', '')).toBe(false)
  })
  it('can be sent again when nothing is compared', () => expect(isOvertaken('Paid in cash')).toBe(false))
})
