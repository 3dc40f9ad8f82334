import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type BookingId, BusinessId, bookingIdOf, VehicleId, vehicleOf } from '@forecourt/domain/ids.ts'
import { keyFor } from './key-for.ts'

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

const ID_BYTES = 16
const HEAD_BYTES = 3 * ID_BYTES + 4
/** 160 bits: together a multiple of three bytes, so that a token has one spelling. */
const PROOF_BYTES = 20
const TOKEN = /^[A-Za-z0-9_-]{96}$/
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ULID_LENGTH = 26
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** The link's token: 96 characters that need no escaping in an address. The same link gives the same token. */
export function mintBookingToken(lookupKey: KeyObject, { bookingId, businessId, version }: BookingLink): string {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(vehicleOf(bookingId).replaceAll('-', ''), 0, 'hex')
  head.write(hexOfUlid(bookingId.slice(-ULID_LENGTH)), ID_BYTES, 'hex')
  head.write(businessId.replaceAll('-', ''), 2 * ID_BYTES, 'hex')
  head.writeUInt32BE(version, 3 * ID_BYTES)
  return Buffer.concat([head, proofOf(lookupKey, businessId, head)]).toString('base64url')
}

/** What a token says, if it is one that `mintBookingToken` made. Whether it still holds is not asked. */
export function readBookingToken(lookupKey: KeyObject, token: string): BookingLink | undefined {
  if (!TOKEN.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const head = bytes.subarray(0, HEAD_BYTES)
  const businessId = uuidAt(head, 2 * ID_BYTES)
  if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), proofOf(lookupKey, businessId, head))) return undefined
  const ulid = ulidOfHex(head.toString('hex', ID_BYTES, 2 * ID_BYTES))
  return {
    bookingId: bookingIdOf(VehicleId.parse(uuidAt(head, 0)), ulid),
    businessId: BusinessId.parse(businessId),
    version: head.readUInt32BE(3 * ID_BYTES),
  }
}

function proofOf(lookupKey: KeyObject, businessId: string, head: Buffer): Buffer {
  return createHmac('sha256', keyFor(lookupKey, 'booking-link', businessId))
    .update(head)
    .digest()
    .subarray(0, PROOF_BYTES)
}

const uuidAt = (bytes: Buffer, from: number) =>
  bytes.toString('hex', from, from + ID_BYTES).replace(UUID, '$1-$2-$3-$4-$5')

function hexOfUlid(ulid: string): string {
  let number = 0n
  for (const letter of ulid) number = number * 32n + BigInt(CROCKFORD.indexOf(letter))
  return number.toString(16).padStart(2 * ID_BYTES, '0')
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
