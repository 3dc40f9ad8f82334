import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type Express, type RequestHandler } from 'express'
import type { Log } from './logging.ts'
import { httpSeconds } from './metrics.ts'
import { Problem } from './problem.ts'
import { securityHeaders } from './security-headers.ts'
import { SPANS } from './tracing/ids.ts'
import { recordSpan } from './tracing/tracing.ts'

interface HttpOptions {
  readonly log: Log
  readonly publicUrl: string
  readonly trustedHops: number
}

/** A request id that a gateway may have given: short and without anything that a log viewer could stumble over. */
const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/

/**
 * An Express application with what every service's answers have: a request id, security headers, one log line a request.
 * Routes come next, then `noSuchRoute` and `problems`.
 */
export function createHttpApp({ log, publicUrl, trustedHops }: HttpOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', trustedHops)
  app.set('etag', false)
  // Queries are read by `parseQuery`, which refuses repeated and unknown keys.
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  app.use(requestLine(log), securityHeaders(publicUrl))
  return app
}

const LIVE = '/api/admin/live'

/**
 * Gives the request its id (`X-Request-Id`) and logs route, status and time when the answer is out. Requests that come by the
 * thousand set `isToldOfTogether`: a line for each would be a flood of its own.
 */
function requestLine(log: Log): RequestHandler {
  return (request, response, next) => {
    const requestId = requestIdOf(request)
    response.locals.requestId = requestId
    response.set('X-Request-Id', requestId)
    const began = performance.now()
    const beganAt = Date.now()
    response.once('close', () => {
      const { method } = request
      const path: unknown = request.route?.path
      const route = typeof path === 'string' ? request.baseUrl + path : undefined
      const elapsed = performance.now() - began
      // A stream is open for as long as somebody looks: that is no answer's time.
      if (route !== LIVE) {
        httpSeconds.observe({ method, route: route ?? 'none', status: response.statusCode }, elapsed / 1_000)
        recordSpan({
          name: `${method} ${route ?? 'none'}`,
          kind: 'server',
          requestId,
          known: SPANS.request(requestId),
          beganAt,
          attributes: { 'http.request.method': method, 'http.response.status_code': response.statusCode },
          failure: response.statusCode >= 500 ? 'answered with a failure' : undefined,
        })
      }
      if (response.locals.isToldOfTogether === true) return
      log.info(
        {
          requestId,
          method,
          ...(route === undefined ? {} : { route }),
          status: response.statusCode,
          durationMs: Math.round(elapsed),
        },
        response.writableFinished ? 'answered' : 'the caller went away',
      )
    })
    next()
  }
}

/** The id that a request is told of by: the one that the gateway has given it, or another. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/**
 * The handlers as one, for a path: `app.use('/api', inOne(a, b))`. Given one by one, each would have the path taken off the
 * address, the address read anew and the path put back: for six of them that was 30 µs of each booking. And a router puts whoever
 * is through with it off to the next turn of the event loop, which in a flood is one more that others' requests wait for.
 */
export function inOne(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const goOn = async (index: number): Promise<void> => {
      const handler = handlers[index]
      if (handler === undefined) {
        next()
        return
      }
      try {
        await handler(request, response, (problem?: unknown) => {
          if (!problem) void goOn(index + 1)
          else next(problem)
        })
      } catch (problem) {
        // As Express does: what is thrown, at once or later, is for whoever handles problems, also when it says nothing.
        next(problem || new Error('a handler was rejected without a reason'))
      }
    }
    void goOn(0)
  }
}

/** Bodies are small: the largest is a booking with long notes (SECURITY rule 15). */
const LARGEST_BODY = 64 * 1024

/**
 * Reads JSON bodies, uncompressed and in UTF-8. A body of another type is refused rather than overlooked. Bare values are JSON as
 * well: that they are no object is for `parseBody` to say.
 */
export const jsonBodies: RequestHandler[] = [
  (request, _response, next) => {
    const empty = request.headers['transfer-encoding'] === undefined && Number(request.get('content-length') ?? 0) === 0
    next(empty || isJson(request.get('content-type')) ? undefined : notJson())
  },
  express.json({ limit: LARGEST_BODY, inflate: false, strict: false, type: 'application/json', verify: inUtf8 }),
]

/** Decoded, other bytes would be kept as question marks in place of what somebody has written. */
function inUtf8(_request: IncomingMessage, _response: ServerResponse, body: Buffer): void {
  if (!isUtf8(body)) throw new TypeError('the body is not UTF-8')
}

/** JSON has no other charset than UTF-8; Express would decode UTF-7 and UTF-16 too. */
function isJson(contentType = ''): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  return type.trim() === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset))
}

const notJson = () => new Problem(415, 'unsupported-media-type', 'The body must be application/json in UTF-8')
