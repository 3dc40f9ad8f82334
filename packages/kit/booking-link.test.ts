import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { BusinessId, bookingIdOf, VehicleId } from '@forecourt/domain/ids.ts'
import { ulid } from '@forecourt/domain/ulid.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BookingLink, mintBookingToken, readBookingToken } from './booking-link.ts'

const key = createSecretKey(randomBytes(32))

const links: fc.Arbitrary<BookingLink> = fc
  .record({
    vehicle: fc.uuid(),
    business: fc.uuid(),
    at: fc.nat(2 ** 31),
    entropy: fc.uint8Array({ minLength: 10, maxLength: 10 }),
    version: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  })
  .map(({ vehicle, business, at, entropy, version }) => ({
    bookingId: bookingIdOf(VehicleId.parse(vehicle), ulid(at, entropy)),
    businessId: BusinessId.parse(business),
    version,
  }))

const bookingId = bookingIdOf(VehicleId.parse('2b7f4c1e-9a53-4d7e-8a51-0c6f3e2d1b4a'), '01JD2Q9Z3V8X6W5T4R3E2Q1A0B')
const linkOf = (businessId: string): BookingLink => ({
  bookingId,
  businessId: BusinessId.parse(businessId),
  version: 0,
})

describe('the token of a booking’s link', () => {
  it('says which booking, business and version it is of, and is the same each time', () =>
    fc.assert(
      fc.property(links, (link) => {
        const token = mintBookingToken(key, link)
        expect(token).toMatch(/^[A-Za-z0-9_-]{96}$/)
        expect(mintBookingToken(key, link)).toBe(token)
        expect(readBookingToken(key, token)).toEqual(link)
      }),
    ))

  it('is of one booking, one business and one version', () =>
    fc.assert(
      fc.property(links, links, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other))
        expect(mintBookingToken(key, one)).not.toBe(mintBookingToken(key, other))
      }),
    ))

  it('is nothing when any of its characters is another one', () =>
    fc.assert(
      fc.property(
        links,
        fc.nat(95),
        fc.constantFrom('A', 'B', 'a', 'b', '0', '1', '9', '_', '-'),
        (link, place, letter) => {
          const token = mintBookingToken(key, link)
          const forged = token.slice(0, place) + letter + token.slice(place + 1)
          expect(readBookingToken(key, forged)).toEqual(forged === token ? link : undefined)
        },
      ),
    ))

  it('is nothing under another key', () =>
    fc.assert(
      fc.property(links, (link) => {
        expect(readBookingToken(createSecretKey(randomBytes(32)), mintBookingToken(key, link))).toBeUndefined()
      }),
    ))

  it('is nothing when the business in it is exchanged for another, proof and all', () => {
    const [ours, theirs] = [randomUUID(), randomUUID()].map((id) =>
      Buffer.from(mintBookingToken(key, linkOf(id)), 'base64url'),
    )
    if (ours === undefined || theirs === undefined) throw new Error('there are two')
    const mixed = Buffer.concat([ours.subarray(0, 52), theirs.subarray(52)])
    expect(readBookingToken(key, mixed.toString('base64url'))).toBeUndefined()
  })

  it.each([
    '',
    'x',
    'A'.repeat(95),
    'A'.repeat(96),
    'A'.repeat(97),
    `${'A'.repeat(95)}=`,
    `${'A'.repeat(95)}\n`,
    'é'.repeat(96),
  ])('is not anything at all (%#)', (rubbish) => expect(readBookingToken(key, rubbish)).toBeUndefined())
})
