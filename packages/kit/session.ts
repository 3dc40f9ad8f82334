import { BusinessId, UserId } from '@forecourt/domain/ids.ts'
import { unsign } from 'cookie-signature'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { readCookie } from './cookie.ts'

/**
 * Sessions of staff, shared by the command service (which makes them) and the query service (which reads them). They are
 * in the specified table `public.sessions`: `sid`, `sess` (JSON with `member`), `expire`.
 */

/** Without a call for so long, a session ends (SECURITY rule 13). */
export const IDLE_MS = 2 * 60 * 60 * 1000
/** However busy, a session ends so long after the sign-in. */
export const ABSOLUTE_MS = 12 * 60 * 60 * 1000
/** A session's end is moved at most so often: not every call is a write. */
export const ROLL_FORWARD_MS = 5 * 60 * 1000

/** Who is signed in: `sess.member` of the stored session. */
export const Member = z.object({ userId: UserId, businessId: BusinessId, signedInAt: z.iso.datetime() })
export type Member = z.infer<typeof Member>

/** The member of a stored session that is not over yet. Undefined for anything else that may be stored. */
export function memberOf(stored: unknown, now: Date): Member | undefined {
  const result = Member.safeParse(stored)
  if (!result.success) return undefined
  return Date.parse(result.data.signedInAt) + ABSOLUTE_MS > now.getTime() ? result.data : undefined
}

/** Cookies are `Secure`, and their name ties them to the host, unless browsers know us on plain http. */
export function isSecure(publicUrl: string): boolean {
  return new URL(publicUrl).protocol === 'https:'
}

/** Name of the session cookie. */
export function sessionCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-forecourt.sid' : 'forecourt.sid'
}

/** Cookies whose signatures are remembered, about 150 bytes each. */
const REMEMBERED = 20_000

/**
 * Reads the session id that a request's cookie carries, its signature checked. The same people ask again and again: a signature
 * that was found to be ours is not reckoned again. Whether the session still holds is for the database to say, each time.
 * @param secret `SESSION_SECRET`
 * @returns takes the `Cookie` header
 */
export function createSessionReader(
  publicUrl: string,
  secret: string,
): (cookieHeader: string | undefined) => string | undefined {
  const name = sessionCookieName(publicUrl)
  const proven = new LRUCache<string, string>({ max: REMEMBERED })
  return (cookieHeader) => {
    const value = readCookie(cookieHeader, name)
    if (value === undefined || !value.startsWith('s:')) return undefined
    const known = proven.get(value)
    if (known !== undefined) return known
    const sessionId = unsign(value.slice(2), secret)
    if (sessionId === false) return undefined
    proven.set(value, sessionId)
    return sessionId
  }
}
