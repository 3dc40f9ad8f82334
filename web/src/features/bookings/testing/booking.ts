import type { AdminBooking } from '@forecourt/contracts/booking.ts'

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
  contractPath: null,
  contract: { state: 'none', beingMade: false, sha256: null, signedBy: null, signedAt: null, versions: [] },
  cancellationAskedAt: null,
  hiddenFromRecent: false,
  hiddenFromBookingsPage: false,
  createdAt: '2026-11-21T08:00:00Z',
  updatedAt: '2026-11-21T08:00:00Z',
  customer: { name: 'Ada Byron', email: 'ada@example.com', phone: null, licenseImageUrl: null },
  car: { name: 'Ford Fiesta', licensePlate: null },
  mailProblems: [],
}

/** A booking of Ada's, with whatever a test cares about. */
export const aBooking = (change: Partial<AdminBooking> = {}): AdminBooking => ({ ...booking, ...change })
