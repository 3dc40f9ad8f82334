import type { RenterBooking } from '@forecourt/contracts/renter-booking.ts'

const booking: RenterBooking = {
  reference: 'BR-1765180800000',
  status: 'pending',
  createdAt: '2026-11-21T08:00:00.000Z',
  timeline: [{ at: '2026-11-21T08:00:00.000Z', what: 'requested' }],
  pickupDate: '2026-12-08',
  dropoffDate: '2026-12-10',
  days: 2,
  dailyRate: '45.00',
  totalPrice: '90.00',
  vehicle: { name: 'Ford Fiesta', imageUrl: null, imageSrcset: null, licensePlate: null },
  customerName: 'Ada Byron',
  business: {
    name: 'Harbour Hire',
    slug: 'harbour-hire',
    description: null,
    contactEmail: 'hello@harbour-hire.example',
    phone: '0117 496 0000',
    address: '1 Quay Street, Bristol',
    primaryColor: '#0f6fde',
    logo: null,
    timeZone: 'Europe/London',
  },
  licence: { status: 'pending', reason: null, mayReplace: false },
  contract: null,
  contractComing: false,
  cancellation: { may: 'at-once', askedAt: null },
}

/** Ada's booking as she sees it, with whatever a test cares about. */
export const aRenterBooking = (change: Partial<RenterBooking> = {}): RenterBooking => ({ ...booking, ...change })
