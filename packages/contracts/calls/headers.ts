/** A header that the API gives a meaning of its own. */
export interface Header {
  readonly about: string
  /** What its value looks like. */
  readonly pattern: RegExp
  readonly example: string
}

/** Headers of answers. */
export const HEADERS = {
  ETag: {
    about:
      'Names what was answered. Send it back as `If-None-Match` to be answered 304 as long as nothing has changed. Of what travelled compressed it begins with `W/`.',
    pattern: /^(?:W\/)?"[A-Za-z0-9._-]+"$/,
    example: '"2_0f9a4a3e-2c1d-4a49-8d3e-5b1f6f1f7a10_3.41.d922ed1b-3749-40e2-b65a-90de31f8b6c3"',
  },
  Link: {
    about: 'Where the next page is. Absent on the last page.',
    pattern: /^<\/api\/[^<>"]+>; rel="next"$/,
    example: '</api/admin/bookings?limit=500&cursor=WyIyMDI2LTA1LTAx>; rel="next"',
  },
  'X-Stale': {
    about:
      'The read model had not come to the position that you have written up to within two seconds. What is answered is right, and older than your own write. It has no tag, and is not to be kept.',
    pattern: /^true$/,
    example: 'true',
  },
  'X-Log-Position': {
    about:
      'Where in the log the change stands; absent when all was so already. The cookie `seen` says the same for a minute: whoever sends it or this header with a read is answered with rows that hold the change.',
    pattern: /^\d{1,19}$/,
    example: '1042',
  },
  'Retry-After': {
    about: 'Seconds to wait before the same request makes sense again.',
    pattern: /^[1-9]\d{0,4}$/,
    example: '2',
  },
  'Set-Cookie': {
    about: 'The session cookie (at sign-in and sign-out), and `seen` (see `X-Log-Position`).',
    pattern: /^(__Host-)?[a-z.]+=/,
    example: 'forecourt.sid=s%3A…; Path=/; HttpOnly; SameSite=Lax',
  },
  'Content-Disposition': {
    about: 'A document is only ever something to save.',
    pattern: /^attachment; filename="[a-z.]+"$/,
    example: 'attachment; filename="licence.pdf"',
  },
} as const satisfies Readonly<Record<string, Header>>

export type HeaderName = keyof typeof HEADERS
