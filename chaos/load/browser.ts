import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { SignedIn } from '@forecourt/contracts/account.ts'
import { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { Fleet } from '@forecourt/contracts/fleet.ts'
import { RenterBooking, RenterCancelled } from '@forecourt/contracts/renter-booking.ts'
import { StaffStatusChanged } from '@forecourt/contracts/staff.ts'
import { StoredFile } from '@forecourt/contracts/upload.ts'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { safeParse } from 'zod/v4/core'
import { type Answer, type Client, silenceOf } from '../../tests/system/support/client.ts'
import type { Request } from '../history.ts'
import type { HistoryWriter } from '../history-file.ts'
import { pictureIn } from '../picture.ts'
import { answered, businessIn, canariesIn, digestOf, marksIn, sha256Of, versionIn } from '../witness.ts'

/** What somebody asks for. */
export interface Ask {
  /** Id of the call in the table of all calls. */
  readonly call: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** What is sent along, and is in no history: a renter's link. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** What the checker is to know of it. */
  readonly asked?: Request['asked']
  /** How long an answer is waited for, in milliseconds. */
  readonly patience?: number
}

/** A file on its way to the address that was given for it. */
export interface Put {
  readonly url: string
  readonly file: Buffer
  readonly asked: Request['asked']
  /** How long it may take, in milliseconds. */
  readonly patience: number
}

/** One person's browser, of which everything is written down. */
export interface Browser {
  /** Asks once. @returns undefined when no answer came */
  ask(ask: Ask): Promise<Answer | undefined>
  /**
   * A command, sent until it is answered: after silence, a broken connection or a 503 the same one goes out again with the
   * same key. @returns undefined when it was given up
   */
  command(ask: Ask): Promise<Answer | undefined>
  /** A command, sent a single time, whatever comes of it. @returns undefined when no answer came */
  once(ask: Ask): Promise<Answer | undefined>
  /** Sends the same command twice at the same time, with one key. */
  commandTwice(ask: Ask): Promise<Answer | undefined>
  /** Puts a file where it was told to. @returns whether it was taken */
  put(put: Put): Promise<boolean>
}

interface Owner {
  readonly name: string
  readonly businessId: string
  readonly actor: Request['actor']
  /** The process that they ask, past the gateway. */
  readonly process?: Request['process']
  /** How a member signs in, at first and whenever the session is over. */
  readonly credentials?: { readonly email: string; readonly password: string; readonly slug: string }
}

/** Pages lose their patience after 20 s; these people are busier. In milliseconds. */
const PATIENCE = 4_000
/** A file is loaded whole, and a picture may be drawn smaller first: on a busy machine for seconds. In milliseconds. */
export const FILE_PATIENCE = 15_000
/** A command that nobody answers for so long is given up, in milliseconds. */
const GIVEN_UP_AFTER = 90_000
const PAUSE = 250
/** Answers that a browser keeps. */
const MOST_KEPT = 20

let requests = 0

/** Gives somebody a browser. */
export function openBrowser(client: Client, owner: Owner, history: Pick<HistoryWriter, 'write'>): Browser {
  function note(request: Omit<Request, 'kind' | 'id' | 'client' | 'businessId' | 'actor' | 'process'>): void {
    requests += 1
    const { name, businessId, actor, process = null } = owner
    history.write({ kind: 'request', id: String(requests), client: name, businessId, actor, process, ...request })
  }

  /** What came last for a path and whoever is let in by what is sent along: asked for once more under its tag, then whole again. */
  const kept = new LRUCache<string, Answer>({ max: MOST_KEPT })

  /** What a browser shows: of what has not changed, what it has kept. */
  function shown(what: string, came: Answer, known: Answer | undefined): Answer {
    kept.delete(what)
    if (came.status === 304 && known !== undefined) return { ...known, isStale: came.isStale, etag: came.etag }
    if (came.status === 200 && came.etag !== null) kept.set(what, came)
    return came
  }

  async function send(ask: Ask, key: string | null): Promise<Answer | undefined> {
    const seen = /(?:^|; )seen=(\d+)/.exec(client.cookie)?.[1] ?? null
    const { call, method, path, body, headers, asked = {}, patience = PATIENCE } = ask
    const digest = key === null ? '' : digestOf(JSON.stringify(body ?? {}))
    const startedAt = Date.now()
    const what = JSON.stringify([path, headers])
    const known = method === 'GET' ? kept.get(what) : undefined
    const outcome = await client
      .send(
        { method, path, body, headers, etag: known?.etag ?? undefined, ...(key === null ? {} : { key }) },
        undefined,
        patience,
      )
      .then((came) => (method === 'GET' ? shown(what, came, known) : came))
      .catch(silenceOf)
    const endedAt = Date.now()
    const answer = typeof outcome === 'string' ? silent(outcome) : await witnessed(ask, outcome)
    note({ call, asked, key, digest, seen, startedAt, endedAt, answer })
    return typeof outcome === 'string' ? undefined : outcome
  }

  async function signIn(): Promise<void> {
    if (owner.credentials === undefined) return
    const { email, password, slug: businessSlug } = owner.credentials
    await send(
      { call: 'signIn', method: 'POST', path: '/api/auth/login', body: { email, password, businessSlug } },
      null,
    )
  }

  async function insist(ask: Ask, key: string): Promise<Answer | undefined> {
    const deadline = performance.now() + GIVEN_UP_AFTER
    while (performance.now() < deadline) {
      const answer = await send(ask, key)
      if (answer?.status === 401) await signIn()
      else if (answer !== undefined && answer.status !== 503) return answer
      await delay(PAUSE)
    }
    return undefined
  }

  return {
    async ask(ask) {
      const answer = await send(ask, null)
      if (answer?.status === 401) await signIn()
      return answer
    },
    command: (ask) => insist(ask, randomUUID()),
    once: (ask) => send(ask, randomUUID()),
    async commandTwice(ask) {
      const key = randomUUID()
      const answers = await Promise.all([insist(ask, key), insist(ask, key)])
      // Whoever is told once that it is done knows.
      return answers.find((answer) => answer !== undefined && answer.status < 300) ?? answers[0] ?? answers[1]
    },
    async put({ url, file, asked, patience }) {
      const startedAt = Date.now()
      const outcome = await putInto(url, file, patience).catch(silenceOf)
      const answer = typeof outcome === 'string' ? silent(outcome) : answered(outcome)
      note({ call: 'putFile', asked, key: null, digest: '', seen: null, startedAt, endedAt: Date.now(), answer })
      return outcome === 200
    },
  }
}

/** @returns the status */
async function putInto(url: string, file: Buffer, patience: number): Promise<number> {
  const signal = AbortSignal.timeout(patience)
  const response = await fetch(url, { method: 'PUT', body: new Uint8Array(file), signal })
  await response.arrayBuffer()
  return response.status
}

const silent = (why: ReturnType<typeof silenceOf>): Request['answer'] => ({ kind: 'none', why })

const WithId = z.object({ id: z.string() })

const inWords = ({ pickupDate, dropoffDate }: BookedDates[number]): string => `${pickupDate}/${dropoffDate}`

function outcomeIn(call: string, { body }: Answer): string | null {
  if (call === 'cancelMyBooking') return safeParse(RenterCancelled, body).data?.outcome ?? null
  return call === 'changeStaffStatus' ? (safeParse(StaffStatusChanged, body).data?.status ?? null) : null
}

/** Calls that may show a picture: a contract on paper is one, too. */
const SHOWING: ReadonlySet<string> = new Set(['licence', 'contract'])

async function witnessed({ call, asked }: Ask, answer: Answer): Promise<Request['answer']> {
  const rows = call === 'listBookings' ? safeParse(AdminBookings, answer.body).data : undefined
  const fleet = call === 'fleet' ? safeParse(Fleet, answer.body).data : undefined
  // A renter is told of one that was cancelled as such; their booking's id stands in the link alone.
  const own = call === 'myBooking' ? safeParse(RenterBooking, answer.body).data : undefined
  const periods = call === 'bookedDates' ? safeParse(BookedDates, answer.body).data : undefined
  return {
    kind: 'answer',
    status: answer.status,
    code: answer.code,
    position: answer.position === undefined ? null : String(answer.position),
    stale: answer.isStale,
    version: versionIn(answer.etag),
    rowsOf: businessIn(answer.etag),
    id: WithId.safeParse(answer.body).data?.id ?? null,
    bookings: {
      ...Object.fromEntries((rows ?? []).map(({ id, status }) => [id, status])),
      ...(own && { [String(asked?.id)]: own.status === 'cancelled' ? 'rejected' : own.status }),
    },
    vehicles: Object.fromEntries(
      (fleet ?? []).map(({ id, status, nextDays: { from, until, booked } }) => [
        id,
        { status, from, until, soon: booked.map(inWords) },
      ]),
    ),
    periods: periods?.map(inWords) ?? null,
    file: safeParse(StoredFile, answer.body).data?.objectPath ?? null,
    picture: SHOWING.has(call) && answer.status === 200 ? await pictureIn(answer.bytes) : null,
    document: call === 'contract' && answer.status === 200 ? sha256Of(answer.bytes) : null,
    reference: own?.reference ?? null,
    outcome: outcomeIn(call, answer),
    user: call === 'signIn' ? (safeParse(SignedIn, answer.body).data?.userId ?? null) : null,
    body: asked?.screens === undefined ? null : digestOf(answer.text),
    canaries: canariesIn(answer.text),
    marks: marksIn(answer.text),
  }
}
