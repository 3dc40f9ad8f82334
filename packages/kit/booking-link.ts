import type { KeyObject } from 'node:crypto'
import { type BookingId, BusinessId, bookingIdOf, VehicleId, vehicleOf } from '@forecourt/domain/ids.ts'
import { mintToken, readToken, type TokenKind, UUID_BYTES, uuidAt } from './proven-token.ts'

/**
 * The secret part of the link to a renter's own page. Nothing of it is stored: it is made of the booking, its business and
 * the version of its link, and proven by an HMAC, so that no rubbish costs a look-up and neither the log nor the database nor
 * a queue gives anybody a way in. That it still holds is for the booking to say: its link may have another version by now.
 */
export interface BookingLink {
  readonly bookingId: BookingId
  readonly businessId: BusinessId
  readonly version: number
}

/** Of a vehicle's id, the booking's ULID, the business's id and the version. 96 characters; 160 bits of proof. */
const BOOKING: TokenKind = {
  purpose: 'booking-link',
  headBytes: 3 * UUID_BYTES + 4,
  businessAt: 2 * UUID_BYTES,
  proofBytes: 20,
}
const ULID_HEX = 2 * UUID_BYTES
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ULID_LENGTH = 26

/** The link's token. The same link gives the same token. */
export function mintBookingToken(lookupKey: KeyObject, { bookingId, businessId, version }: BookingLink): string {
  const head = Buffer.alloc(BOOKING.headBytes)
  head.write(vehicleOf(bookingId).replaceAll('-', ''), 0, 'hex')
  head.write(hexOfUlid(bookingId.slice(-ULID_LENGTH)), UUID_BYTES, 'hex')
  head.write(businessId.replaceAll('-', ''), BOOKING.businessAt, 'hex')
  head.writeUInt32BE(version, 3 * UUID_BYTES)
  return mintToken(lookupKey, BOOKING, head)
}

/** What a token says, if it is one that `mintBookingToken` made. Whether it still holds is not asked. */
export function readBookingToken(lookupKey: KeyObject, token: string): BookingLink | undefined {
  const head = readToken(lookupKey, BOOKING, token)
  if (head === undefined) return undefined
  const ulid = ulidOfHex(head.toString('hex', UUID_BYTES, 2 * UUID_BYTES))
  return {
    bookingId: bookingIdOf(VehicleId.parse(uuidAt(head, 0)), ulid),
    businessId: BusinessId.parse(uuidAt(head, BOOKING.businessAt)),
    version: head.readUInt32BE(3 * UUID_BYTES),
  }
}

function hexOfUlid(ulid: string): string {
  let number = 0n
  for (const letter of ulid) number = number * 32n + BigInt(CROCKFORD.indexOf(letter))
  return number.toString(16).padStart(ULID_HEX, '0')
}

function ulidOfHex(hex: string): string {
  let number = BigInt(`0x${hex}`)
  let ulid = ''
  for (let place = 0; place < ULID_LENGTH; place += 1) {
    ulid = `${CROCKFORD[Number(number % 32n)]}${ulid}`
    number /= 32n
  }
  return ulid
}
