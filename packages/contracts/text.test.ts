import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { BookingRequest } from './booking.ts'

const valid = {
  carId: '6f1c9b9e-7a39-4a59-8f0e-111111111111',
  pickupDate: '2026-12-08',
  dropoffDate: '2026-12-10',
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.com',
  customerPhone: '07700900123',
  customerAddress: '12 Harbour Street',
  licenseImageUrl: '/objects/licences/abc',
}

/** The first sentence that the request's refusal says of the field. */
function refusal(change: Record<string, unknown>): string | undefined {
  const result = z.safeParse(BookingRequest, { ...valid, ...change })
  return result.success ? undefined : result.error.issues[0]?.message
}

describe('a booking request says, field by field, what the specification says (section 5)', () => {
  it.each([
    [{ carId: undefined }, 'Please select a vehicle'],
    [{ carId: '' }, 'Please select a vehicle'],
    [{ pickupDate: undefined }, 'Pickup date is required'],
    [{ pickupDate: '' }, 'Pickup date is required'],
    [{ dropoffDate: '' }, 'Dropoff date is required'],
    [{ customerName: 'A' }, 'Name must be at least 2 characters'],
    [{ customerName: '  A  ' }, 'Name must be at least 2 characters'],
    [{ customerEmail: 'ada' }, 'Invalid email address'],
    [{ customerEmail: 'a@b.co, evil@x.co' }, 'Invalid email address'],
    [{ customerPhone: '0770090012' }, 'UK phone number must be exactly 11 digits'],
    [{ customerPhone: '0770090012x' }, 'Phone number must contain only digits'],
    [{ customerAddress: 'Home' }, 'Please provide your address'],
    [{ licenseImageUrl: 'https://evil.example/x.png' }, "Please upload your driver's license before submitting."],
  ])('%j → %s', (change, sentence) => {
    expect(refusal(change)).toBe(sentence)
  })

  it('takes what a person may well type', () => {
    expect(
      refusal({
        customerName: 'Zoë O’Brien-İnan 🚗',
        notes: 'Two\nlines',
        totalAmount: '90.00',
        reference: 'BR-1765180800000',
      }),
    ).toBeUndefined()
  })

  it.each([
    { pickupDate: '2026-02-29' },
    { pickupDate: '2026-12-08T00:00:00Z' },
    { customerName: 'Ada\u0000' },
    { customerAddress: '12 Harbour\nStreet' },
    { admin: true },
    { customerName: '\ud800ab' },
    { status: 'approved' },
  ])('refuses %j', (change) => {
    expect(refusal(change)).toBeDefined()
  })
})
