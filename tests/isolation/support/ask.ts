import type { Platform } from '../../system/support/platform.ts'

/** A request of somebody. */
export interface Asked {
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** Sent as it is. */
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export interface Heard {
  readonly status: number
  readonly headers: Headers
  /** The body, whatever it is; undefined for a stream, which has no end. */
  readonly text: string | undefined
}

/** Sends a request to the service that a gateway would choose. @throws when no answer comes in time */
export async function ask(platform: Platform, { method, path, body, headers }: Asked, cookie?: string): Promise<Heard> {
  const to = platform.all(method === 'GET' || method === 'HEAD' ? 'query' : 'command')[0]?.url ?? ''
  const response = await fetch(to + path, {
    method,
    redirect: 'manual',
    body: body ?? null,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    signal: AbortSignal.timeout(60_000),
  })
  const heard = { status: response.status, headers: response.headers }
  if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    await response.body?.cancel()
    return { ...heard, text: undefined }
  }
  return { ...heard, text: Buffer.from(await response.arrayBuffer()).toString() }
}

/** Signs in. @returns the `Cookie` header of whoever has the session */
export async function cookieOf(
  platform: Platform,
  { email, password, slug: businessSlug }: { readonly email: string; readonly password: string; readonly slug: string },
): Promise<string> {
  const body = JSON.stringify({ email, password, businessSlug })
  const { status, headers } = await ask(platform, { method: 'POST', path: '/api/auth/login', body })
  const cookie = headers.getSetCookie().find((one) => one.startsWith('forecourt.sid='))
  if (status !== 200 || cookie === undefined) throw new Error(`cannot sign in: ${status}`)
  return cookie.split(';', 1)[0] ?? ''
}

/** All of an answer that does not differ from one request to the next: equal texts are equal bytes. */
export function fingerprint({ status, headers, text }: Heard): string {
  const kept = [...headers].filter(([name]) => !OF_THE_MOMENT.has(name)).map(([name, value]) => `${name}: ${value}`)
  return [status, ...kept.toSorted(), '', text ?? ''].join('\n')
}

/** The clock's, the request's own id, the connection's. */
const OF_THE_MOMENT = new Set(['date', 'x-request-id', 'connection', 'keep-alive'])
