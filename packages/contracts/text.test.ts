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
    [{ customerName: undefined }, 'Name must be at least 2 characters'],
    [{ customerName: 7 }, 'Name must be at least 2 characters'],
    [{ customerName: '\u200d\u200d\u200d' }, 'Name must be at least 2 characters'],
    [{ customerName: '\u200b\ufeff\u2060' }, 'Name must be at least 2 characters'],
    [{ customerName: '\u3164\u2800\u115f' }, 'Name must be at least 2 characters'],
    [{ customerName: 'A\u200e\u200f' }, 'Name must be at least 2 characters'],
    [{ customerAddress: '\u2066\u2069\u200c\u00ad\u034f' }, 'Please provide your address'],
    [{ customerEmail: null }, 'Invalid email address'],
    [{ customerEmail: 'a@b' }, 'Invalid email address'],
    [{ customerEmail: 'ada@localhost' }, 'Invalid email address'],
    [{ customerEmail: 'ada@example.c' }, 'Invalid email address'],
    [{ customerPhone: undefined }, 'UK phone number must be exactly 11 digits'],
    [{ customerAddress: undefined }, 'Please provide your address'],
    [{ licenseImageUrl: undefined }, "Please upload your driver's license before submitting."],
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
    ['a name that turns what follows it round', 'Ada\u202e nevilC', 'Ada nevilC'],
    ['isolates and embeddings', '\u2066Ada\u2069 \u202aByron\u202c', 'Ada Byron'],
    ['what was copied along', '\ufeffAda\u200b By\u00adron\u2060', 'Ada Byron'],
    ['writing hidden in tags', 'Ada\u{e0041}\u{e0042}', 'Ada'],
  ])('leaves out what nobody sees: %s', (_what, typed, taken) => {
    expect(z.parse(BookingRequest, { ...valid, customerName: typed }).customerName).toBe(taken)
    expect(z.parse(BookingRequest, { ...valid, notes: typed }).notes).toBe(taken)
  })

  it.each([
    ['ZWNJ, as Persian is spelt', 'علی\u200cرضا'],
    ['ZWJ, as Sinhala is spelt', 'ශ්\u200dරී ලංකා'],
    ['a family', 'Ada 👩\u200d👩\u200d👧'],
    ['a flag made of tags', 'Ada 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['a variant of a character', '葛\u{e0100}城 花子'],
    ['two characters outside of the basic plane', '𠮷𠮷'],
  ])('keeps %s', (_what, name) => {
    expect(z.parse(BookingRequest, { ...valid, customerName: name }).customerName).toBe(name.normalize('NFC'))
  })

  it.each([
    { customerName: 'Ada\u2028Byron' },
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
