import type { Request, Response } from 'express'
import { readCookie } from './cookie.ts'

/**
 * Read your own writes: an answer that wrote to the log says up to where, in the header `X-Log-Position` and in the
 * cookie `seen`; a query by the same browser waits until its rows have come so far (ARCHITECTURE section 5).
 */
const COOKIE = 'seen'
const HEADER = 'X-Log-Position'

/** Seconds that the cookie lives: far longer than a projection ever lags, and no burden afterwards. */
const MAX_AGE = 60

/** Says on the answer that the log was written up to this position. */
export function sendSeen(response: Response, position: bigint): void {
  response.set(HEADER, String(position))
  response.append('Set-Cookie', `${COOKIE}=${position}; Path=/; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Lax`)
}

/** The position that the caller has written up to: the later of header and cookie. Undefined when they say none. */
export function readSeen(request: Request): bigint | undefined {
  const header = parsed(request.get(HEADER) ?? '')
  const cookie = parsed(readCookie(request.get('cookie'), COOKIE) ?? '')
  if (header === undefined || cookie === undefined) return header ?? cookie
  return header > cookie ? header : cookie
}

/** A position as the log prints it; anything else is as if nothing had been said. */
function parsed(text: string): bigint | undefined {
  return /^\d{1,19}$/.test(text) ? BigInt(text) : undefined
}
