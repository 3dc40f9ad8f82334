import { expect, test } from 'vitest'
import { aBooking } from '../bookings/testing/booking.ts'
import { bookedAtDesk } from './booked.ts'

const approved = aBooking({ id: 'a', status: 'approved' })
const ofApproved = { pickupDate: '2026-12-08', dropoffDate: '2026-12-10' }
const maintenance = { pickupDate: '2026-12-14', dropoffDate: '2026-12-16' }

test('days are taken by approved bookings of the same vehicle alone', () => {
  const known = [
    approved,
    aBooking({ id: 'b', status: 'pending', pickupDate: '2026-12-20', dropoffDate: '2026-12-22' }),
    aBooking({ id: 'c', status: 'approved', carId: 'another' }),
    aBooking({ id: 'd', status: 'completed' }),
  ]
  expect(bookedAtDesk({ saved: known, known, asked: [] }, 'fiesta')).toEqual([ofApproved])
})

test('the desk does not offer days of maintenance, however few bookings the business has', () => {
  const asked = [ofApproved, maintenance]
  expect(bookedAtDesk({ saved: [approved], known: [approved], asked }, 'fiesta')).toContainEqual(maintenance)
})

test('days of a booking that was cancelled here are free before the server has heard of it', () => {
  const known = [aBooking({ id: 'a', status: 'rejected' })]
  expect(bookedAtDesk({ saved: [approved], known, asked: [ofApproved, maintenance] }, 'fiesta')).toEqual([maintenance])
})
