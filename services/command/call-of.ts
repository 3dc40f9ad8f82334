import { parseQuery } from '@forecourt/kit/parse.ts'
import { Problem } from '@forecourt/kit/problem.ts'
import type { Member } from '@forecourt/kit/session.ts'
import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import type { Call } from './log/call.ts'

/** The header that makes two sendings one call. Nothing but this may reach what makes ids of it. */
export const IdempotencyKey = z.guid().toLowerCase()
const RequestId = z.string().optional()

/** What calls without anything to say send. */
export const Nothing = z.strictObject({})

/**
 * Refuses, before anything is looked at or counted, what no call that changes something takes: any query (400
 * `invalid-query`), an `Idempotency-Key` that is not a UUID (400).
 */
export const wellFormed: RequestHandler = (request, _response, next) => {
  parseQuery(Nothing, request.originalUrl)
  idempotencyKeyOf(request)
  next()
}

/**
 * The circumstances of a command that comes by HTTP.
 * @throws {Problem} 400 the `Idempotency-Key` is not a UUID
 */
export function callOf(
  { now }: { readonly now: () => Date },
  request: Request,
  response: Response,
  member: Member | undefined,
): Call {
  return {
    actor:
      member === undefined
        ? { kind: 'customer' }
        : { kind: 'member', userId: member.userId, businessId: member.businessId },
    now,
    correlationId: RequestId.parse(response.locals.requestId),
    idempotencyKey: idempotencyKeyOf(request),
    abandoned: () => response.closed || request.socket.destroyed,
  }
}

/** @throws {Problem} 400 it is not a UUID */
export function idempotencyKeyOf(request: Request): string | undefined {
  const header = request.get('idempotency-key')
  if (header === undefined) return undefined
  const key = IdempotencyKey.safeParse(header)
  if (!key.success) throw new Problem(400, 'malformed-idempotency-key', 'The Idempotency-Key must be a UUID')
  return key.data
}
