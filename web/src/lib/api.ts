import { ProblemBody } from '@forecourt/contracts/problem.ts'
import type * as z from 'zod/mini'
import { answerBy } from './answer.ts'
import { anySignal } from './any-signal.ts'
import { isUnattended } from './attention.ts'
import { noteAnswer, noteWritten, owedPosition } from './behind.ts'
import { dropEarlyAnswers, earlyAnswer } from './early.ts'

/**
 * The one way to the server. Answers are parsed by the shared contracts; anything but a success becomes an error whose
 * message is the status, a colon, a space and the body (specification section 8).
 */
export class ApiError extends Error {
  readonly status: number
  /** What the server says in words, when it spoke our language. */
  readonly problem: ProblemBody | undefined
  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.problem = readProblem(body)
  }
}

/** The server was not reached, or what came back was cut off or not what the contract says. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached', { cause })
    this.name = 'NoAnswer'
  }
}

/** A server that is silent for longer is taken for unreachable, in milliseconds. */
const PATIENCE = 20_000

/** Where the calls of a renter's own page begin. */
const MY_BOOKING = '/api/my-booking'
/** And those that members alone may make. */
const DESK = '/api/admin/'

/** GET and parse. @throws {ApiError | NoAnswer} */
export async function get<Schema extends z.core.$ZodType>(
  schema: Schema,
  path: string,
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  return (await read(schema, path, signal)).rows
}

/** What is answered to the desk says whether its rows hold what was written here. */
async function read<Schema extends z.core.$ZodType>(schema: Schema, path: string, signal: AbortSignal | undefined) {
  const asked = path.startsWith(DESK) ? owedPosition() : undefined
  const headers = { ...readingHeaders(path), ...(asked === undefined ? {} : { 'X-Log-Position': asked }) }
  const response = await call(path, { method: 'GET', headers }, signal)
  if (path.startsWith(DESK)) noteAnswer(response.headers, asked)
  return { rows: await parsed(schema, response), headers: response.headers }
}

/** GET one page of a list; `next` is the path of the next page, undefined on the last one. @throws {ApiError | NoAnswer} */
export async function getPage<Schema extends z.core.$ZodType>(
  schema: Schema,
  path: string,
  signal?: AbortSignal,
): Promise<{ readonly rows: z.output<Schema>; readonly next: string | undefined }> {
  const { rows, headers } = await read(schema, path, signal)
  return { rows, next: /<([^>]+)>;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1] }
}

/** GET a whole list, page by page: a large business has more of most things than one page holds. @throws {ApiError | NoAnswer} */
export async function getAll<Row>(schema: z.ZodMiniType<Row[]>, path: string, signal?: AbortSignal): Promise<Row[]> {
  const rows: Row[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const page: { readonly rows: readonly Row[]; readonly next: string | undefined } = await getPage(
      schema,
      next,
      signal,
    )
    rows.push(...page.rows)
    next = page.next
  }
  return rows
}

/** Whose dashboard this tab shows; nobody's elsewhere. */
let atTheDesk: string | undefined

/**
 * From now on every call by staff says whose it is: should somebody else have signed in on this device in the meantime, in
 * another tab, the server answers 401, does nothing in their name and shows nothing of theirs. Returns how to stop that.
 */
export function actAs(memberId: string): () => void {
  atTheDesk = memberId
  return () => {
    if (atTheDesk === memberId) atTheDesk = undefined
  }
}

/** What lets a renter see their own booking; nobody's elsewhere. */
let bookingToken: string | undefined

/** From now on the calls of a renter's own page carry the token of its link, in a header: it stands in no address. Returns how to stop that. */
export function comeBy(token: string): () => void {
  bookingToken = token
  return () => {
    if (bookingToken === token) bookingToken = undefined
  }
}

/**
 * GET a document.
 * @param patience milliseconds that it may take to arrive
 * @throws {ApiError | NoAnswer}
 */
export async function getFile(path: string, patience = PATIENCE): Promise<Blob> {
  const response = await call(path, { method: 'GET', headers: actingMember(path) }, undefined, patience)
  return await response.blob().catch((error: unknown) => {
    throw new NoAnswer(error)
  })
}

/** The header that says whose dashboard a call comes from, where it is one that members alone may make. */
export const actingMember = (path: string): Readonly<Record<string, string>> =>
  atTheDesk !== undefined && path.startsWith(DESK) ? { 'X-Acting-Member': atTheDesk } : {}

const readingHeaders = (path: string): Readonly<Record<string, string>> => ({
  ...actingMember(path),
  ...(isUnattended() ? { 'X-Unattended': '1' } : {}),
})

/** How what was done a while ago is sent: whoever is at the desk by then, it is done in nobody's name but theirs who did it. */
export interface Sender {
  /** Idempotency key: sent again with it, it counts once. */
  readonly key: string
  /** Id of the member who did it. */
  readonly member: string
}

/** Who wants to hear that something is being changed from here. */
const listeners = new Set<() => void>()

/** Calls back with each command that this tab sends, before it is answered; returns how to stop that. */
export function onCommand(hear: () => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

/**
 * Sends a command; `key` makes it safe to send again.
 * @param member id of the member whose session it has to be, 401 if it is not; without, whoever is at the desk on its own paths
 * @throws {ApiError | NoAnswer}
 */
export async function send<Schema extends z.core.$ZodType>(
  schema: Schema,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  key?: string,
  member?: string,
): Promise<z.output<Schema>> {
  dropEarlyAnswers()
  for (const hear of listeners) hear()
  const headers: Record<string, string> = { 'Content-Type': 'application/json', ...actingMember(path) }
  if (key !== undefined) headers['Idempotency-Key'] = key
  if (member !== undefined) headers['X-Acting-Member'] = member
  const response = await call(path, { method, headers, body: JSON.stringify(body ?? {}) })
  noteWritten(response.headers.get('X-Log-Position'))
  return await parsed(schema, response)
}

async function call(
  path: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers: Readonly<Record<string, string>> },
  signal?: AbortSignal,
  patience = PATIENCE,
): Promise<Response> {
  const link = path.startsWith(MY_BOOKING) && bookingToken !== undefined ? { 'X-Booking-Token': bookingToken } : {}
  const limit = AbortSignal.timeout(patience)
  let response: Response
  try {
    const early = init.method === 'GET' ? earlyAnswer(path) : undefined
    response = await (early ??
      fetch(path, {
        ...init,
        headers: { ...init.headers, ...link },
        credentials: 'include',
        signal: signal ? anySignal(signal, limit) : limit,
      }))
  } catch (error) {
    throw signal?.aborted ? error : new NoAnswer(error)
  }
  if (response.ok) return response
  throw new ApiError(response.status, await response.text().catch(() => ''), response.statusText)
}

async function parsed<Schema extends z.core.$ZodType>(schema: Schema, response: Response): Promise<z.output<Schema>> {
  try {
    return answerBy(schema, await response.json())
  } catch (error) {
    throw new NoAnswer(error)
  }
}

function readProblem(body: string): ProblemBody | undefined {
  try {
    return answerBy(ProblemBody, JSON.parse(body))
  } catch {
    return undefined
  }
}

/** What to tell a person: the server's own sentence, or that there was no answer, or `otherwise`. */
export function inWords(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.problem?.message ?? otherwise
  if (error instanceof NoAnswer) return 'The server could not be reached. Check the connection and try again.'
  return otherwise
}

/**
 * Whether what went wrong may be over the next time: no answer, a server in trouble, too many calls, or a word that is not the
 * service's own, such as that of a network's sign-in page.
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  if (error.problem === undefined && !OF_THE_FILE.includes(error.status)) return true
  return error.status >= 500 || [408, 425, 429].includes(error.status)
}

/** A file is too large or of another type, whoever says so. */
const OF_THE_FILE: readonly number[] = [413, 415]

/** The service itself says that there is no such thing, not something in front of it that has lost its way. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404 && error.problem?.code === 'not-found'
