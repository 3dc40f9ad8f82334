import type { KeyObject } from 'node:crypto'
import { BOOKING_TOKEN_HEADER } from '@forecourt/contracts/renter-booking.ts'
import type { Request, RequestHandler } from 'express'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { addressKey } from './address-key.ts'
import { type BookingLink, readBookingToken } from './booking-link.ts'
import { notFound, Problem } from './problem.ts'

/** Made-up links, by an address in an hour. Nobody has so many; whoever guesses has. */
const MOST_TRIES = 120
const HOUR = 60 * 60

/**
 * Counts made-up links, in this process's memory: it keeps guessing slow and no more. What was made here is no guess, and is not
 * counted even when it leads nowhere any more: many people have one address, and a calendar asks for a revoked feed for ever.
 */
export interface LinkTries {
  /**
   * What a link says, as somebody has read it.
   * @param link undefined for one that proves nothing
   * @throws {Problem} 404 it proves nothing; 429 there were too many of those
   */
  proven<Link>(ip: string | undefined, link: Link | undefined): Promise<Link>
}

/** @param factor `RATE_LIMIT_FACTOR` */
export function createLinkTries(factor: number): LinkTries {
  const tries = new RateLimiterMemory({ points: Math.max(1, Math.round(MOST_TRIES * factor)), duration: HOUR })
  return {
    async proven(ip, link) {
      if (link !== undefined) return link
      try {
        await tries.consume(addressKey(ip))
      } catch (error) {
        if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext)
        throw error
      }
      throw notFound()
    },
  }
}

/** The refusal of whoever asks too often, and when to come again. */
export function tooMany(milliseconds: number): Problem {
  return new Problem(429, 'too-many-requests', 'Too many requests. Please try again later.', {
    headers: { 'Retry-After': retryAfter(milliseconds) },
  })
}

/** When to come again, as the header `Retry-After` says it: whole seconds, one at least. */
export const retryAfter = (milliseconds: number): string => String(Math.max(1, Math.ceil(milliseconds / 1_000)))

/**
 * Runs what the bearer of a booking's link asks. Whatever is wrong with the link is one answer: rubbish is told before
 * anything is looked up, all else by `then`, which says 404 as well.
 * @throws {Problem} 404 the link leads nowhere; 429 too many that were made up came from this address
 */
export async function asBearer<Answer>(
  { tries, lookupKey }: { readonly tries: LinkTries; readonly lookupKey: KeyObject },
  request: Request,
  then: (link: BookingLink) => Promise<Answer>,
): Promise<Answer> {
  const link = readBookingToken(lookupKey, request.get(BOOKING_TOKEN_HEADER) ?? '')
  return await then(await tries.proven(request.ip, link))
}

/** What a renter is told is nobody else's, wherever it passes. For `/api/my-booking`. */
export const bearersOnly: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'private, no-store').set('Referrer-Policy', 'no-referrer').vary(BOOKING_TOKEN_HEADER)
  next()
}
