import type { RequestHandler } from 'express'
import helmet from 'helmet'

/**
 * The headers of SECURITY rule 16 on every answer.
 * @param publicUrl decides about HSTS: none on plain http
 * @param uploadOrigins origins outside ours that pages may send files to (a real object storage)
 */
export function securityHeaders(publicUrl: string, uploadOrigins: readonly string[] = []): ReturnType<typeof helmet> {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(uploadOrigins) },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    // The address of a renter's own page lets them in: it is told to nobody, not even to ourselves.
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
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
