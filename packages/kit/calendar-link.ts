import type { KeyObject } from 'node:crypto'
import { BusinessId, FeedId } from '@forecourt/domain/ids.ts'
import { mintToken, readToken, type TokenKind, UUID_BYTES, uuidAt } from './proven-token.ts'

/**
 * The secret part of a calendar feed's link. Nothing of it is stored: it is made of the business and the feed, and proven by
 * an HMAC, so that no rubbish costs a look-up and neither the log nor the database gives anybody a way in. That the feed is
 * not revoked is for the business to say.
 */
export interface CalendarLink {
  readonly businessId: BusinessId
  readonly feedId: FeedId
}

/** 72 characters; 176 bits of proof. */
const CALENDAR: TokenKind = { purpose: 'calendar-link', headBytes: 2 * UUID_BYTES, businessAt: 0, proofBytes: 22 }

/** The link's token. The same feed has the same token. */
export const mintCalendarToken = (lookupKey: KeyObject, { businessId, feedId }: CalendarLink): string =>
  mintToken(lookupKey, CALENDAR, Buffer.from(`${businessId}${feedId}`.replaceAll('-', ''), 'hex'))

/** What a token says, if it is one that `mintCalendarToken` made. Whether it still holds is not asked. */
export function readCalendarToken(lookupKey: KeyObject, token: string): CalendarLink | undefined {
  const head = readToken(lookupKey, CALENDAR, token)
  if (head === undefined) return undefined
  return { businessId: BusinessId.parse(uuidAt(head, 0)), feedId: FeedId.parse(uuidAt(head, UUID_BYTES)) }
}

/** Path of the calendar that a token opens. */
export const calendarPath = (token: string) => `/api/calendar/${token}.ics`
