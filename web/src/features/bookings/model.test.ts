import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { describe, expect, it } from 'vitest'
import { changeTo, customerName, listed, steps, withChange } from './model.ts'

const booking: AdminBooking = {
  id: 'one',
  reference: 'BR-1765180800000',
  businessId: 'harbour',
  customerId: 'ada',
  carId: 'fiesta',
  pickupDate: '2026-12-08',
  dropoffDate: '2026-12-10',
  days: 2,
  dailyRate: '45.00',
  totalAmount: '90.00',
  status: 'pending',
  channel: 'portal',
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.com',
  customerPhone: null,
  customerAddress: null,
  licenseImageUrl: null,
  notes: null,
  adminNotes: null,
  contractGenerated: false,
  hiddenFromRecent: false,
  hiddenFromBookingsPage: false,
  createdAt: '2026-11-21T08:00:00Z',
  updatedAt: '2026-11-21T08:00:00Z',
  customer: { name: 'Ada Byron', email: 'ada@example.com', phone: null, licenseImageUrl: null },
  car: { name: 'Ford Fiesta', licensePlate: null },
  mailProblems: [],
}
const other = { ...booking, id: 'other' }

it('a decision tells the server which status the person saw', () => {
  expect(changeTo({ from: 'pending', to: 'approved' })).toEqual({ status: 'approved', from: 'pending' })
})

describe('the steps that staff may take (specification section 4)', () => {
  it.each([
    ['pending', ['Approve', 'Reject']],
    ['approved', ['Mark as Completed']],
    ['completed', ['Mark as Approved']],
    ['rejected', []],
  ] as const)('%s: %j', (status, labels) => expect(steps[status].map(({ label }) => label)).toEqual(labels))
})

describe('the list', () => {
  it('omits bookings hidden from the bookings page, not those hidden from recent', () => {
    const hidden = { ...booking, hiddenFromBookingsPage: true }
    const notRecent = { ...other, hiddenFromRecent: true }
    expect(listed([hidden, notRecent])).toEqual([notRecent])
  })

  it('shows a decision at once and leaves the other rows as they are', () => {
    const [first, second] = withChange([booking, other], 'one', { status: 'approved' })
    expect(first?.status).toBe('approved')
    expect(second).toBe(other)
  })

  it('names an erased customer so', () => {
    const erased = { ...booking, customerName: null, customer: { ...booking.customer, name: null } }
    expect(customerName(erased)).toBe('Erased customer')
  })
})
