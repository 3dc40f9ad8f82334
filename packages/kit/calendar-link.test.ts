import { createSecretKey } from 'node:crypto'
import { BookingId, BusinessId, FeedId } from '@forecourt/domain/ids.ts'
import { describe, expect, it } from 'vitest'
import { mintBookingToken } from './booking-link.ts'
import { mintCalendarToken, readCalendarToken } from './calendar-link.ts'

const key = createSecretKey(Buffer.alloc(32, 7))
const businessId = BusinessId.parse('7c9e6679-7425-40de-944b-e07fc1f90ae7')
const other = BusinessId.parse('886313e1-3b8a-5372-9b90-0c9aee199e5d')
const feedId = FeedId.parse('0b1f5a52-6c1e-4b43-9c59-0a1c2f3e4d5b')
const link = { businessId, feedId }

describe('the token of a calendar’s link', () => {
  it('says whose calendar it opens, and is the same each time', () => {
    const token = mintCalendarToken(key, link)
    expect(token).toMatch(/^[A-Za-z0-9_-]{72}$/)
    expect(mintCalendarToken(key, link)).toBe(token)
    expect(readCalendarToken(key, token)).toEqual(link)
  })

  it('cannot be guessed, altered, or made with another key', () => {
    const token = mintCalendarToken(key, link)
    expect(readCalendarToken(createSecretKey(Buffer.alloc(32, 8)), token)).toBeUndefined()
    for (const at of [0, 20, 30, 50, 71]) {
      const altered = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
      expect(readCalendarToken(key, altered)).toBeUndefined()
    }
    for (const rubbish of ['', 'x', token.slice(1), `${token}A`, `${token}=`, ` ${token}`, '🚗'.repeat(18)]) {
      expect(readCalendarToken(key, rubbish)).toBeUndefined()
    }
  })

  it('is of one business: its feed under another’s name proves nothing', () => {
    const [ours, theirs] = [link, { businessId: other, feedId }].map((one) =>
      Buffer.from(mintCalendarToken(key, one), 'base64url'),
    )
    if (ours === undefined || theirs === undefined) throw new Error('two were made')
    const mixed = Buffer.concat([theirs.subarray(0, 32), ours.subarray(32)]).toString('base64url')
    expect(readCalendarToken(key, mixed)).toBeUndefined()
  })

  it('is of one purpose: a token of a booking’s link is none', () => {
    const bookingId = BookingId.parse(`${other}.01JD2Q9Z3V8X6W5T4R3E2Q1A0B`)
    expect(readCalendarToken(key, mintBookingToken(key, { bookingId, businessId, version: 0 }))).toBeUndefined()
  })
})
