import { expect, test } from 'vitest'
import { aBooking } from '../bookings/testing/booking.ts'
import { bookedAmong } from './booked.ts'

test('days are taken by approved bookings of the same vehicle alone', () => {
  const bookings = [
    aBooking({ id: 'a', status: 'approved' }),
    aBooking({ id: 'b', status: 'pending', pickupDate: '2026-12-20', dropoffDate: '2026-12-22' }),
    aBooking({ id: 'c', status: 'approved', carId: 'another' }),
    aBooking({ id: 'd', status: 'completed' }),
  ]
  expect(bookedAmong(bookings, 'fiesta')).toEqual([{ pickupDate: '2026-12-08', dropoffDate: '2026-12-10' }])
})
