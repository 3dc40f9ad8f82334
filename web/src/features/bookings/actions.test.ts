import { describe, expect, it } from 'vitest'
import { bind } from '../../offline/outbox/action.ts'
import { decideBooking, saveNotes } from './actions.ts'
import { changeTo, stepOf } from './model.ts'
import { keepBooking } from './renter-link-actions.ts'
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

/** A booking whose renter asks to cancel it since then. */
const asking = (cancellationAskedAt: string | null) => aBooking({ status: 'approved', cancellationAskedAt })

describe('an answer to a renter who asks to cancel', () => {
  const [first, second] = ['2026-12-01T09:00:00.000Z', '2026-12-01T10:00:00.000Z']
  const agreed = stepOf(asking(first), 'rejected')
  const kept = { id: agreed.id, askedAt: first }
  const areOvertaken = (cancellationAskedAt: string | null) =>
    [bind(decideBooking, agreed), bind(keepBooking, kept)].map((answer) =>
      answer.isOvertaken(() => [asking(cancellationAskedAt)]),
    )

  it('says which wish it answers; whoever cancels a booking that nobody asks about, or completes one, says none', () => {
    expect(changeTo(agreed)).toEqual({ status: 'rejected', from: 'approved', askedAt: first })
    expect(stepOf(asking(null), 'rejected')).toEqual({ id: 'one', from: 'approved', to: 'rejected' })
    expect(stepOf(asking(first), 'completed')).toEqual({ id: 'one', from: 'approved', to: 'completed' })
  })
  it('that was refused can be sent again while that wish waits, and not once it is answered or another one is uttered', () => {
    expect(areOvertaken(first)).toEqual([false, false])
    expect(areOvertaken(null)).toEqual([true, true])
    expect(areOvertaken(second)).toEqual([true, true])
  })
  it('of a device that kept it before wishes were told apart goes by whether one waits', () => {
    const { askedAt: _, ...before } = kept
    expect(bind(keepBooking, before).isOvertaken(() => [asking(second)])).toBe(false)
    expect(bind(keepBooking, before).isOvertaken(() => [asking(null)])).toBe(true)
  })
})
