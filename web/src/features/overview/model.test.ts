import { expect, test } from 'vitest'
import { aBooking } from '../bookings/testing/booking.ts'
import { todayAtTheDesk } from './model.ts'

const asks = (id: string, cancellationAskedAt: string | null, status: 'approved' | 'rejected' = 'approved') =>
  aBooking({ id, status, cancellationAskedAt })

test('who asks to cancel is among what there is to do today, until it is answered or the booking is off', () => {
  const found = [
    asks('second', '2026-11-21T09:00:00.000Z'),
    asks('first', '2026-11-20T09:00:00.000Z'),
    asks('answered', null),
    asks('cancelled', '2026-11-19T09:00:00.000Z', 'rejected'),
  ]
  expect(todayAtTheDesk(found, '2026-11-21').cancellations.map(({ id }) => id)).toEqual(['first', 'second'])
})
