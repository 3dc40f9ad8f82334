import { expect, test } from 'vitest'
import { aBooking } from '../bookings/testing/booking.ts'
import { aBlock } from '../maintenance/testing/block.ts'
import { bookedAtDesk } from './booked.ts'

const approved = aBooking({ id: 'a', status: 'approved' })
const ofApproved = { pickupDate: '2026-12-08', dropoffDate: '2026-12-10' }
const none = { saved: [], known: [] }
const maintenance = { pickupDate: '2026-12-14', dropoffDate: '2026-12-16' }

test('days are taken by approved bookings of the same vehicle alone', () => {
  const known = [
    approved,
    aBooking({ id: 'b', status: 'pending', pickupDate: '2026-12-20', dropoffDate: '2026-12-22' }),
    aBooking({ id: 'c', status: 'approved', carId: 'another' }),
    aBooking({ id: 'd', status: 'completed' }),
  ]
  expect(bookedAtDesk({ bookings: { saved: known, known }, work: none, asked: [] }, 'fiesta')).toEqual([ofApproved])
})

test('the desk does not offer days of maintenance, however few bookings the business has', () => {
  const asked = [ofApproved, maintenance]
  expect(
    bookedAtDesk({ bookings: { saved: [approved], known: [approved] }, work: none, asked }, 'fiesta'),
  ).toContainEqual(maintenance)
})

test('days of a booking that was cancelled here are free before the server has heard of it', () => {
  const known = [aBooking({ id: 'a', status: 'rejected' })]
  expect(
    bookedAtDesk({ bookings: { saved: [approved], known }, work: none, asked: [ofApproved, maintenance] }, 'fiesta'),
  ).toEqual([maintenance])
})

test('days of maintenance that waits on this device are taken, and those it was moved from or called off are free', () => {
  const bookings = { saved: [], known: [] }
  const saved = [aBlock({ from: '2026-12-14', to: '2026-12-16' })]
  const elsewhere = aBlock({ id: 'other', carId: 'another', from: '2026-12-20', to: '2026-12-22' })
  const moved = [aBlock({ from: '2026-12-18', to: '2026-12-19' }), elsewhere]
  const asked = [maintenance, ofApproved]
  expect(bookedAtDesk({ bookings, work: { saved: [], known: moved }, asked: [] }, 'fiesta')).toEqual([
    { pickupDate: '2026-12-18', dropoffDate: '2026-12-19' },
  ])
  expect(bookedAtDesk({ bookings, work: { saved, known: moved }, asked }, 'fiesta')).toEqual([
    { pickupDate: '2026-12-18', dropoffDate: '2026-12-19' },
    ofApproved,
  ])
  expect(bookedAtDesk({ bookings, work: { saved, known: [] }, asked }, 'fiesta')).toEqual([ofApproved])
})
