import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Sets the headers on an answer. */
type Harden = ReturnType<typeof helmet>

/**
 * The headers of SECURITY rule 16 on every answer.
 * @param publicUrl decides about HSTS: none on plain http
 * @param uploadOrigins origins outside ours that pages may send files to (a real object storage)
 */
export function securityHeaders(publicUrl: string, uploadOrigins: readonly string[] = []): Harden {
  const headers = namedSecurityHeaders(publicUrl, uploadOrigins)
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}

/** The same headers with their values, for whoever writes an answer's head at once. Parameters as above. */
export function namedSecurityHeaders(
  publicUrl: string,
  uploadOrigins: readonly string[] = [],
): readonly (readonly [name: string, value: string])[] {
  const harden = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(uploadOrigins) },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    // The address of a renter's own page lets them in: it is told to nobody, not even to ourselves.
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  return headersOf(harden)
}

/** What is set on an answer. It is the same on each: asked once instead of each header's own handler every time. */
function headersOf(harden: Harden): readonly (readonly [name: string, value: string])[] {
  const headers: [string, string][] = []
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  response.setHeader = (name, value) => {
    headers.push([name, String(value)])
    return response
  }
  let isDone = false
  harden(request, response, (error) => {
    isDone = error === undefined
  })
  if (!isDone) throw new Error('the security headers cannot be told beforehand')
  return headers
}

/** The policy's directives, for those who write the header themselves (the gateway, the single-page app). */
export function contentSecurityPolicy(uploadOrigins: readonly string[] = []): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'connect-src': ["'self'", ...uploadOrigins],
    'img-src': ["'self'", 'data:', 'blob:'],
    // A renter's own page makes its manifest itself: its start is an address that is for nobody else.
    'manifest-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
}

/** Answers about accounts and tenants are kept by nobody (SECURITY rule 19). For `/api/admin` and `/api/auth`. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store').vary('Cookie')
  next()
}
