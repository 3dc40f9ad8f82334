import type { $ZodObject, $ZodType } from 'zod/v4/core'
import type { HeaderName } from './headers.ts'
import type { RefusalCode } from './refusals.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who is let in. `member`: staff who are signed in, and then to their own business's things alone. `link`: whoever brings the
 * token of a booking's link in `X-Booking-Token`, and then to that booking alone.
 */
export type Access = 'anyone' | 'member' | 'link'

/** What an id in a path names. Those of a business are as absent to another's staff as made-up ones (SECURITY rule 2). */
export type Names =
  | 'business'
  | 'vehicle'
  | 'booking'
  | 'customer'
  | 'staff'
  | 'vehicle-image'
  | 'logo'
  | 'licence'
  | 'contract'
  | 'maintenance'
  /** The token of a booking's link: it stands in a header, never in an address of the API. */
  | 'booking-link'
  | 'calendar-feed'
  /** The secret part of a calendar's address. */
  | 'calendar-link'

export interface PathParameter {
  readonly names: Names
  readonly about: string
}

/** One media type of an answer; without a schema its bytes are not ours to describe. */
export interface Content {
  readonly type: string
  readonly schema?: $ZodType
}

/** A success. */
export interface Answer {
  readonly about: string
  /** None: there is no body. */
  readonly content: readonly Content[]
  readonly headers: readonly HeaderName[]
}

/** A request that succeeds, given that what its ids name is there. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Section {
  readonly name: string
  readonly about: string
}

/** One call of the API: a row of the table that documentation, permissions, conformance and fuzzing are made from. */
export interface Call {
  /** Unique; the OpenAPI document's `operationId`. */
  readonly id: string
  readonly section: Section
  readonly method: Method
  /** As OpenAPI writes it: `/api/admin/bookings/{id}`. */
  readonly path: string
  readonly summary: string
  /** More than the summary says; paragraphs apart by empty lines. */
  readonly about?: string
  /** Which service answers. A gateway sends `GET` and `HEAD` to the query service and all else to the command service. */
  readonly service: 'command' | 'query'
  readonly access: Access
  readonly params?: Readonly<Record<string, PathParameter>>
  readonly query?: $ZodObject
  readonly body?: $ZodType
  /** The body may be left out. */
  readonly mayBeBare?: boolean
  /** Whether an `Idempotency-Key` makes it count once. */
  readonly idempotent?: boolean
  /** Successes by status. The first is what an acceptable request gets. */
  readonly answers: Readonly<Record<number, Answer>>
  /** Refusals that are this call's own; `refusalsOf` adds those that come with its kind. */
  readonly refusals?: Readonly<Record<number, readonly RefusalCode[]>>
  readonly example: Example
}

/** A JSON body. */
export function json(about: string, schema: $ZodType, headers: readonly HeaderName[] = []): Answer {
  return { about, content: [{ type: 'application/json', schema }], headers }
}

/** What reads of the read model answer: 200 with the rows, 304 to whoever has them already. */
export function rows(
  about: string,
  schema: $ZodType,
  headers: readonly HeaderName[] = [],
): Readonly<Record<number, Answer>> {
  return {
    200: json(about, schema, ['ETag', 'X-Stale', ...headers]),
    304: { about: 'You have it already: `If-None-Match` names it.', content: [], headers: ['ETag', 'X-Stale'] },
  }
}
