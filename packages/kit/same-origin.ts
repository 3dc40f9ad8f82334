import type { RequestHandler } from 'express'
import { Problem } from './problem.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses unsafe calls that another site's page could have sent (SECURITY rule 14): `Sec-Fetch-Site` must be
 * `same-origin`, or `none` from a native client; a caller without that header must send our own `Origin`.
 * @param publicUrl the origin under which browsers know us
 */
export function sameOrigin(publicUrl: string): RequestHandler {
  const ours = new URL(publicUrl).origin
  return (request, _response, next) => {
    if (SAFE.has(request.method)) return next()
    const site = request.get('sec-fetch-site')
    const trusted = site === undefined ? request.get('origin') === ours : site === 'same-origin' || site === 'none'
    if (trusted) return next()
    next(
      new Problem(
        403,
        'foreign-origin',
        'Only calls from our own pages are allowed: send Sec-Fetch-Site or our own Origin',
      ),
    )
  }
}
