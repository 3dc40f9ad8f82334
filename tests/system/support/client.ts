import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ProblemBody } from '@forecourt/contracts/problem.ts'
import { parsePosition } from '@forecourt/event-log/port.ts'
import { z } from 'zod'
import { safeParse } from 'zod/v4/core'

/** An answer of the product. */
export interface Answer {
  readonly status: number
  readonly text: string
  /** The body as it came: a file is no text. */
  readonly bytes: Buffer
  /** The body, parsed; undefined when it is no JSON. */
  readonly body: unknown
  /** `X-Log-Position`: where what was done stands in the log. Undefined when nothing was written. */
  readonly position: bigint | undefined
  /** `X-Stale`: the rows had not come to what the caller had done, within the time that an answer waits for them. */
  readonly isStale: boolean
  /** `ETag`; null without one. */
  readonly etag: string | null
  /** Address of the next page, from `Link`; undefined when there is none. */
  readonly next: string | undefined
  /** Code of the problem; empty for a success. */
  readonly code: string
}

export interface Sending {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly key?: string
  /** An entity tag: of what came for this path before. Sent as `If-None-Match`. */
  readonly etag?: string | undefined
  /** Others that are sent along. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A file as it was served. */
export interface Served {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

/** Who may be asked: the addresses of those that are up, in the order in which to try them. */
export type Addresses = () => readonly string[]

/** A caller who insists gives up after so long without an answer and asks again, in milliseconds. */
const PATIENCE = 4_000
/** Who asks once waits longer: only for what hangs it ends. */
const PATIENCE_OF_ONE = 60_000
/** However often it must ask again, it wants its answer within this time. */
const LONGEST_WAIT = 120_000
const PAUSE = 50

/** Somebody's browser: keeps cookies, comes from our own pages. */
export class Client {
  readonly #addresses: Addresses
  readonly #cookies = new Map<string, string>()
  #turn = 0
  /** How often a command was sent again because its outcome was unknown. */
  repeated = 0

  constructor(addresses: Addresses) {
    this.#addresses = addresses
  }

  /** Sends it once, to one of the addresses in turn. @throws when no answer comes */
  async send(
    { method, path, body, key, etag, headers }: Sending,
    to = this.#next(),
    patience: number = PATIENCE_OF_ONE,
  ): Promise<Answer> {
    const { cookie } = this
    const response = await fetch(to + path, {
      method,
      body: method === 'GET' ? null : JSON.stringify(body ?? {}),
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(cookie === '' ? {} : { cookie }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
        ...headers,
      },
      signal: AbortSignal.timeout(patience),
    })
    const answer = await answerOf(response)
    this.#keep(response.headers.getSetCookie())
    return answer
  }

  /** A stored file, as the browser would load it. */
  async file(path: string, from: string): Promise<Served> {
    const response = await fetch(from + path, {
      headers: { 'sec-fetch-site': 'same-origin', cookie: this.cookie },
      signal: AbortSignal.timeout(PATIENCE_OF_ONE),
    })
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  /**
   * Sends it until it is answered: after silence, a broken connection or a 503 the same command goes out again with the
   * same key, which is what makes it count once.
   */
  async insist(sending: Sending): Promise<Answer> {
    const same = { ...sending, key: sending.key ?? randomUUID() }
    const deadline = performance.now() + LONGEST_WAIT
    for (;;) {
      const answer = await this.send(same, undefined, PATIENCE).catch(() => undefined)
      if (answer !== undefined && answer.status !== 503) return answer
      if (performance.now() > deadline) throw new Error(`no answer to ${same.method} ${same.path}: ${answer?.text}`)
      this.repeated += 1
      await delay(PAUSE)
    }
  }

  /** @throws unless it succeeds */
  async signIn(who: { readonly email: string; readonly password: string; readonly slug: string }): Promise<void> {
    const { email, password, slug: businessSlug } = who
    const answer = await this.insist({
      method: 'POST',
      path: '/api/auth/login',
      body: { email, password, businessSlug },
    })
    if (answer.status !== 200) throw new Error(`cannot sign in: ${answer.status} ${answer.text}`)
  }

  /** Its `Cookie` header; empty when it has none. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #next(): string {
    const addresses = this.#addresses()
    this.#turn += 1
    const address = addresses[this.#turn % addresses.length]
    if (address === undefined) throw new Error('nobody is up')
    return address
  }

  #keep(setCookies: readonly string[]): void {
    for (const setCookie of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }
}

/** Why there was no answer: there was no connection, or it broke; or the caller lost its patience. */
export const silenceOf = (error: unknown): 'reset' | 'timeout' =>
  error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'reset'

/** The id that an answer carries. */
export function idOf(answer: Answer): string {
  return z.object({ id: z.string() }).parse(answer.body).id
}

async function answerOf(response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString()
  const body = jsonOf(text)
  const problem = safeParse(ProblemBody, body)
  return {
    status: response.status,
    text,
    bytes,
    body,
    position: parsePosition(response.headers.get('x-log-position') ?? ''),
    isStale: response.headers.has('x-stale'),
    etag: response.headers.get('etag'),
    next: /^<(?<next>[^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.groups?.next,
    code: problem.success && response.status >= 400 ? problem.data.code : '',
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
