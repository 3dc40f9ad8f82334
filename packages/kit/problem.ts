import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import type { Log } from './logging.ts'

/** What is said of one field, in the specification's words. */
export interface FieldError {
  /** Path in the body, such as `customerEmail`; empty for the body as a whole. */
  readonly path: string
  readonly message: string
}

interface Particulars {
  readonly errors?: readonly FieldError[]
  /** Further members of the body, such as `conflicts` or `totalAmount`. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** An answer that is not a success: RFC 9457, with the members of decisions "Answers and errors". */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  /** Stable slug that programs may match. */
  readonly code: string
  /** One sentence for a person. */
  readonly detail: string
  readonly errors: readonly FieldError[] | undefined
  readonly members: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, detail: string, particulars: Particulars = {}) {
    super(detail, { cause: particulars.cause })
    this.status = status
    this.code = code
    this.detail = detail
    this.errors = particulars.errors
    this.members = particulars.members ?? {}
    this.headers = particulars.headers ?? {}
  }
}

/** The body that a problem is answered with. */
export function problemBody(problem: Problem): Record<string, unknown> {
  return {
    type: `urn:forecourt:problem:${problem.code}`,
    title: STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    detail: problem.detail,
    message: problem.detail,
    code: problem.code,
    ...(problem.errors ? { errors: problem.errors } : {}),
    ...problem.members,
  }
}

/** The answer to anything that is absent, malformed or another tenant's: always these same bytes (SECURITY rule 2). */
export const notFound = () => new Problem(404, 'not-found', 'Not found')

/** The answer to a caller who has no valid session. */
export const notSignedIn = () => new Problem(401, 'not-signed-in', 'Please sign in')

/** The answer while something behind us does not answer: nobody knows whether it was done, so it may be sent again. */
export const unavailable = (cause?: unknown, retryAfterSeconds = 2) =>
  new Problem(503, 'unavailable', 'The service is busy. Please try again in a moment.', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  })

/** Express's last handler: any error becomes a problem body; what is not the caller's doing is logged and kept from them. */
export function problems(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const problem = asProblem(error)
    if (problem.status >= 500) {
      log.error(
        { requestId: response.locals.requestId, method: request.method, status: problem.status, error },
        'failed',
      )
    }
    // Too late for another answer: Express then cuts the connection, which tells the caller that the body is broken.
    if (response.headersSent) return next(error)
    response
      .status(problem.status)
      .set(problem.headers)
      .set('Cache-Control', 'no-store')
      .type('application/problem+json')
      .send(JSON.stringify(problemBody(problem)))
  }
}

/** What body-parser and Express throw, by their `type`. */
const BORDER_ERRORS: Readonly<Record<string, readonly [status: number, code: string, detail: string]>> = {
  'entity.parse.failed': [400, 'malformed-json', 'The body is not valid JSON'],
  'entity.verify.failed': [400, 'malformed', 'The body is not UTF-8'],
  'entity.too.large': [413, 'too-large', 'The body is too large'],
  'encoding.unsupported': [415, 'unsupported-media-type', 'The body must not be compressed'],
  'charset.unsupported': [415, 'unsupported-media-type', 'The body must be UTF-8'],
  'request.size.invalid': [400, 'malformed', 'The body is not as long as announced'],
  'request.aborted': [400, 'malformed', 'The request was broken off'],
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof URIError) return notFound()
  if (error instanceof Error) {
    const known = 'type' in error && typeof error.type === 'string' ? BORDER_ERRORS[error.type] : undefined
    if (known) return new Problem(...known)
    if ('status' in error && typeof error.status === 'number' && error.status >= 400 && error.status < 500) {
      return new Problem(error.status, 'malformed', 'The request could not be read')
    }
  }
  return new Problem(500, 'internal', 'Something went wrong. Please try again.', { cause: error })
}
