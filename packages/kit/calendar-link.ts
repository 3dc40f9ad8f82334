import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { BusinessId, FeedId } from '@forecourt/domain/ids.ts'
import { keyFor } from './key-for.ts'

/**
 * The secret part of a calendar feed's link. Nothing of it is stored: it is made of the business and the feed, and proven by
 * an HMAC, so that no rubbish costs a look-up and neither the log nor the database gives anybody a way in. That the feed is
 * not revoked is for the business to say.
 */
export interface CalendarLink {
  readonly businessId: BusinessId
  readonly feedId: FeedId
}

const ID_BYTES = 16
const HEAD_BYTES = 2 * ID_BYTES
/** 176 bits: together a multiple of three bytes, so that a token has one spelling. */
const PROOF_BYTES = 22
const TOKEN = /^[A-Za-z0-9_-]{72}$/
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** The link's token: 72 characters that need no escaping in an address. The same feed has the same token. */
export function mintCalendarToken(lookupKey: KeyObject, { businessId, feedId }: CalendarLink): string {
  const head = Buffer.from(`${businessId}${feedId}`.replaceAll('-', ''), 'hex')
  return Buffer.concat([head, proofOf(lookupKey, businessId, head)]).toString('base64url')
}

/** What a token says, if it is one that `mintCalendarToken` made. Whether it still holds is not asked. */
export function readCalendarToken(lookupKey: KeyObject, token: string): CalendarLink | undefined {
  if (!TOKEN.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const head = bytes.subarray(0, HEAD_BYTES)
  const businessId = uuidAt(head, 0)
  if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), proofOf(lookupKey, businessId, head))) return undefined
  return { businessId: BusinessId.parse(businessId), feedId: FeedId.parse(uuidAt(head, ID_BYTES)) }
}

/** Path of the calendar that a token opens. */
export const calendarPath = (token: string) => `/api/calendar/${token}.ics`

function proofOf(lookupKey: KeyObject, businessId: string, head: Buffer): Buffer {
  return createHmac('sha256', keyFor(lookupKey, 'calendar-link', businessId))
    .update(head)
    .digest()
    .subarray(0, PROOF_BYTES)
}

const uuidAt = (bytes: Buffer, from: number) =>
  bytes.toString('hex', from, from + ID_BYTES).replace(UUID, '$1-$2-$3-$4-$5')
