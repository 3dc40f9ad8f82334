import { CALLS } from '@forecourt/contracts/calls.ts'

/** What holds for every call, in Markdown's paragraphs: a heading and its text. */
export interface Chapter {
  readonly title: string
  /** Anchor on the page. */
  readonly id: string
  readonly paragraphs: readonly string[]
}

/** @param cookie name of the session cookie */
export function guideOf(cookie: string): readonly Chapter[] {
  return [
    {
      title: 'Requests',
      id: 'requests',
      paragraphs: [
        'Bodies are JSON in UTF-8, uncompressed, at most 64 kB. Members and query parameters that a call does not know are refused, and so is a parameter that is given twice. `HEAD` works wherever `GET` does. Longer lists and figures are compressed for whoever says so with `Accept-Encoding` (`br`, `gzip`).',
        'Calls that change something say where they come from: `Sec-Fetch-Site: same-origin`, which browsers send by themselves, or `none` from a program. Without that header the `Origin` has to be ours. Anything else is answered 403.',
      ],
    },
    {
      title: 'Signing in',
      id: 'signing-in',
      paragraphs: [
        `\`POST /api/auth/login\` sets the cookie \`${cookie}\`; send it with every call for members. The session decides whose things a call sees. What belongs to another business is answered 404, with the same bytes as what does not exist.`,
      ],
    },
    {
      title: 'Once, whatever happens',
      id: 'idempotency',
      paragraphs: [
        'A call that changes something takes an `Idempotency-Key`, a UUID that you make. Sent again with the same key and body, also after a broken connection or a 503, it counts once and is answered as the first time. The same key with another body is 422 `idempotency-key-reused`.',
        'Calls about passwords and sessions have no use for a key. A link to choose a password that is sent again with the password that it has set is answered as the first time; with another one it is 422 `link-over`. A change of one’s own password ends the session that asked for it: sent again it is 401, and the new password signs in, or the old one if the call did not arrive.',
      ],
    },
    {
      title: 'Reading what you wrote',
      id: 'reading-your-writes',
      paragraphs: [
        'Lists follow the log of changes by some milliseconds. An answer that wrote has `X-Log-Position` and sets the cookie `seen`; a read that brings either waits for it, at most two seconds, and says `X-Stale: true` when that was not enough.',
        'Reads have an `ETag`. With `If-None-Match` they answer 304 as long as nothing has changed.',
      ],
    },
    {
      title: 'Pages',
      id: 'pages',
      paragraphs: [
        'Lists give 500 entries, or `limit` of them, at most 1,000. When there is more, `Link` has the address of the next page as `rel="next"`. Follow it as it is; new entries do not shift it.',
      ],
    },
    {
      title: 'Days and money',
      id: 'days-and-money',
      paragraphs: [
        'Days are `YYYY-MM-DD`, without a time and without a zone; “today” is the business’s. Instants are ISO 8601 in UTC. Amounts are pounds as text with two decimal places, such as `"45.00"`: never numbers.',
      ],
    },
    {
      title: 'Problems',
      id: 'problems',
      paragraphs: [
        'Every refusal is `application/problem+json` (RFC 9457) with a stable `code` for programs and a `message` for people. With 422 `invalid`, `errors` says what is wrong with each field. 429 and 503 say in `Retry-After` when to come again.',
        'Any path can answer 400 `malformed` or 408 and 431 to what cannot be read as a request, 404 when it is not in this document, and 405 with `Allow` when it has other methods.',
      ],
    },
  ]
}

/** Sections in the order of their calls. */
export const SECTIONS = [...new Set(CALLS.map(({ section }) => section))]
