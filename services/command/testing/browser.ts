import { ProblemBody } from '@forecourt/contracts/problem.ts'
import { z } from 'zod'
import { safeParse } from 'zod/v4/core'

/** An answer with its body as text and, when it is JSON, parsed. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
  /** The body as a problem; fails the test when it is none. */
  readonly problem: ProblemBody
}

interface Sending {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is, instead of as JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
}

/** Somebody's browser: keeps cookies, says where its calls come from. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  post = (path: string, body?: unknown, sending?: Sending) => this.send('POST', path, body, sending)
  put = (path: string, body?: unknown, sending?: Sending) => this.send('PUT', path, body, sending)
  patch = (path: string, body?: unknown, sending?: Sending) => this.send('PATCH', path, body, sending)

  async send(method: string, path: string, body?: unknown, { headers = {}, raw }: Sending = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const payload = raw ?? (body === undefined ? null : JSON.stringify(body))
    const response = await fetch(this.#url + path, {
      method,
      body: payload,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(payload === null ? {} : { 'content-type': 'application/json' }),
        ...(cookie === '' ? {} : { cookie }),
        ...headers,
      },
    })
    this.#keep(response.headers.getSetCookie())
    const text = await response.text()
    const parsed = jsonOf(text)
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parsed,
      get problem() {
        const result = safeParse(ProblemBody, parsed)
        if (!result.success) throw new Error(`not a problem: ${response.status} ${text}`)
        return result.data
      },
    }
  }

  async signIn(who: { readonly email: string; readonly password: string; readonly slug: string }): Promise<Answer> {
    const { email, password, slug: businessSlug } = who
    return await this.post('/api/auth/login', { email, password, businessSlug })
  }

  #keep(setCookies: readonly string[]): void {
    for (const setCookie of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/** The id that an answer carries. */
export function idOf(answer: Answer): string {
  return z.object({ id: z.string() }).parse(answer.body).id
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
