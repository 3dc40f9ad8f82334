import type { IncomingMessage, ServerResponse } from 'node:http'
import { S3Error } from './s3-error.ts'

const METHODS = 'GET, HEAD, PUT'

/** Lets the scripts of the named origins read an answer; says nothing to those of others. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse, origins: readonly string[]): void {
  response.setHeader('vary', 'Origin')
  const { origin } = request.headers
  if (origin === undefined || !origins.includes(origin)) return
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-expose-headers', 'ETag')
}

/**
 * Answers a browser that asks whether it may send a cross-origin request.
 * @throws {S3Error} 403 when the origin is not one of ours
 */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  if (!response.hasHeader('access-control-allow-origin')) {
    throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.')
  }
  response
    .writeHead(200, {
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
      'access-control-max-age': '600',
      'content-length': '0',
    })
    .end()
}
