import { expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import {
  BOOKING_TOKEN_HEADER,
  BookingLinkSent,
  bookingPage,
  CancellationDeclined,
  LicenceReplaced,
  LicenceReplacement,
  RenterBooking,
  RenterCancelled,
} from './renter-booking.ts'

const SEEN = {
  reference: 'BR-1765180800000',
  status: 'approved',
  createdAt: '2026-11-21T10:00:00.000Z',
  timeline: [{ at: '2026-11-21T10:00:00.000Z', what: 'requested' }],
  pickupDate: '2026-12-08',
  dropoffDate: '2026-12-10',
  days: 2,
  dailyRate: '47.50',
  totalPrice: '95.00',
  vehicle: { name: 'VW California', imageUrl: null, imageSrcset: null, licensePlate: 'AB12 CDE' },
  customerName: 'Ada Byron',
  business: {
    name: 'Harbour Hire',
    slug: 'harbour-hire',
    description: null,
    contactEmail: 'hello@harbour-hire.example',
    phone: null,
    address: '1 Quay Street, Falmouth',
    primaryColor: '#0f6fde',
    logo: null,
    timeZone: 'Europe/London',
  },
  licence: { status: 'pending', reason: null, mayReplace: false },
  contract: { state: 'to-sign', sha256: 'a'.repeat(64), termsVersion: 3, signedAt: null },
  contractComing: false,
  cancellation: { may: 'ask', askedAt: null },
} as const

test('the page of a booking is below its business, with the token at the end', () => {
  expect(bookingPage('harbour-hire', 'abc')).toBe('/harbour-hire/booking/abc')
  expect(BOOKING_TOKEN_HEADER).toBe('X-Booking-Token')
})

test('what a renter sees of a booking is this, and nothing else', () => {
  expect(RenterBooking.parse(SEEN)).toEqual(SEEN)
  expect(z.safeParse(RenterBooking, { ...SEEN, adminNotes: 'late' }).success).toBe(false)
})

it.each([
  [RenterCancelled, { outcome: 'asked' }],
  [LicenceReplaced, { replaced: true }],
  [BookingLinkSent, { id: 'b', sent: true }],
  [CancellationDeclined, { id: 'b', declined: true }],
])('answers say what became of it (%#)', (schema, answer) => expect(z.safeParse(schema, answer).success).toBe(true))

it.each([
  {},
  { licenseImageUrl: 'https://elsewhere.example/licence.png' },
  { licenseImageUrl: '/objects/contracts/abc' },
])('only a licence that was uploaded here replaces one (%#)', (body) =>
  expect(z.safeParse(LicenceReplacement, body).success).toBe(false),
)
