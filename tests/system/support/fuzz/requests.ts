import { randomUUID } from 'node:crypto'
import { BOOKING_TOKEN_HEADER } from '@forecourt/contracts/renter-booking.ts'
import { addDays, DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import type { Chance } from '../random.ts'
import { hostileText, hostileValue, strangeName } from './hostile.ts'
import type { Operation } from './operations.ts'
import { bodyOf, queryValueOf } from './values.ts'
import type { Sent } from './wire.ts'

/** Somebody who sends requests, and what they may know of. */
export interface Actor {
  readonly name: string
  /** Their cookies; none for a visitor. */
  readonly cookie?: string
}

/** Things that are there, by the path parameter of the calls about them. */
export type Known = Readonly<
  Record<
    | 'links'
    | 'bookings'
    | 'cars'
    | 'maintenance'
    | 'customers'
    | 'staff'
    | 'licences'
    | 'vehicles'
    | 'business'
    // File names of calendars.
    | 'calendar'
    | 'calendar-feeds',
    string[]
  >
> & {
  /** Path of an upload that nobody has used yet. */
  newLicence(): string
}

/** Calls that cost a tenth of a core's second each: right ones are sent less often. */
const DEAR = new Set(['signIn', 'changePassword'])
/** Nobody signs out: who is signed in is to stay so. */
const SIGNING_OUT = new Set(['signOut', 'signOutEverywhere'])
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'SEARCH', 'TRACE']
const TYPES = [
  'application/json; charset=utf-8',
  'application/json;charset=utf-7',
  'application/json; charset="utf-16"',
  'APPLICATION/JSON',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json, text/plain',
  ';',
]

/** A random request about one of the calls: a right one, or one that is wrong in a few places. */
export function randomRequest(operations: readonly Operation[], known: Known, actor: Actor, chance: Chance): Sent {
  const operation = chance.oneOf(operations)
  if (operation === undefined) throw new Error('there are no operations')
  const isRight = chance.happens(DEAR.has(operation.id) ? 0.05 : 0.3)
  const target = targetOf(operation, known, isRight, chance)
  const method = isRight || chance.happens(0.92) ? operation.method : (chance.oneOf(METHODS) ?? 'GET')
  const body = isRight
    ? rightBody(operation, known, chance)
    : operation.body === undefined
      ? chance.happens(0.1)
        ? Buffer.from(JSON.stringify(hostileValue(chance)))
        : undefined
      : bodyOf(exampleOf(operation, known, chance), operation.body.schema, chance)
  return {
    method,
    target: isRight || chance.happens(0.97) ? target : oddTarget(target, chance),
    headers: {
      ...(actor.cookie === undefined || SIGNING_OUT.has(operation.id) ? {} : { cookie: actor.cookie }),
      ...rightHeaders(method, body),
      ...(operation.path.startsWith('/api/my-booking') ? linkHeaders(known, isRight, chance) : {}),
      // Where an unreadable request came in pieces, nobody knows any more that it was a HEAD: its answer has a body.
      ...(isRight || method === 'HEAD' ? {} : oddHeaders(chance)),
    },
    body,
  }
}

function targetOf({ path, parameters }: Operation, known: Known, isRight: boolean, chance: Chance): string {
  // Of a vehicle's maintenance the path names both, and they go together.
  const block = path.includes('{maintenanceId}') ? chance.oneOf(known.maintenance) : undefined
  const segments = path.split('/').map((segment, index, all) => {
    if (!segment.startsWith('{')) return segment
    // A thing is named after the list before it; a business stands first.
    const list = segment === '{slug}' ? 'business' : all[index - 1]
    const pool = Object.entries(known).find(([name]) => name === list)?.[1]
    const ofBlock = segment === '{maintenanceId}' ? block : block?.split('.')[0]
    const right = ofBlock ?? (Array.isArray(pool) ? chance.oneOf(pool) : undefined) ?? 'nothing'
    return isRight || chance.happens(0.6) ? right : oddSegment(right, chance)
  })
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .filter(() => isRight || chance.happens(0.5))
    .map(({ name, schema, example }) => {
      const right = name === 'businessSlug' ? chance.oneOf(known.business) : example
      // What nobody has given out cannot be right.
      if (isRight && (name === 'cursor' || right === undefined)) return ''
      return `${name}=${isRight ? encodeURIComponent(String(right)) : encoded(queryValueOf(schema, typeof right === 'string' ? right : '1', chance))}`
    })
    .filter(Boolean)
  if (!isRight && chance.happens(0.2)) query.push(`${encoded(strangeName(chance))}=${encoded(hostileText(chance))}`)
  if (!isRight && chance.happens(0.1)) query.push(...query)
  if (!isRight && chance.happens(0.05))
    query.push(chance.oneOf(['%', '%zz', '=', '&&', 'a=%ff', 'a[]=1', '?', 'w=%ed%a0%80']) ?? '')
  return segments.join('/') + (query.length === 0 ? '' : `?${query.join('&')}`)
}

/** Percent-encoded as far as that is possible: halves of surrogate pairs have no encoding, and get their bytes. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

function oddSegment(right: string, chance: Chance): string {
  return (
    chance.oneOf<() => string>([
      () => encoded(hostileText(chance)) || '%20',
      () => '%',
      () => '%zz',
      () => '%ff',
      () => '%00',
      () => '%2e%2e%2f%2e%2e',
      () => '..',
      () => `${right}%00`,
      () => `${right}%2f`,
      () => right.toUpperCase(),
      () => right.slice(1),
      () => `${right}${right}`,
      () => 'x'.repeat(7_000),
      () => '%F0%9F%9A%97',
      () => '[object%20Object]',
      () => ';jsessionid=1',
    ])?.() ?? ''
  )
}

function oddTarget(target: string, chance: Chance): string {
  return (
    chance.oneOf<() => string>([
      () => `/${target}`,
      () => target.replaceAll('/', '//'),
      () => target.replace('/api', '/API'),
      () => `${target}/`,
      () => `${target}#fragment`,
      () => target.replace('/api/', '/api/./'),
      () => target.replace('/api/', '/objects/../api/'),
      () => target.replaceAll('/', '\\'),
      () => `http://elsewhere.example${target}`,
      () => `http://elsewhere.example:99999${target}`,
      () => `http://[::1${target}`,
      () => `${target}${target.includes('?') ? '&' : '?'}x=${'y'.repeat(9_000)}`,
      () => '*',
    ])?.() ?? target
  )
}

/** The token of a booking's link, or something that is none. */
function linkHeaders({ links }: Known, isRight: boolean, chance: Chance): Record<string, string> {
  const token = chance.oneOf(links) ?? ''
  if (isRight || chance.happens(0.6)) return { [BOOKING_TOKEN_HEADER]: token }
  const odd = [token.slice(1), token.toLowerCase(), `${token}A`, `A${token.slice(1)}`, '', 'null', 'A'.repeat(96)]
  return chance.happens(0.2) ? {} : { [BOOKING_TOKEN_HEADER]: chance.oneOf(odd) ?? '' }
}

function rightHeaders(method: string, body: Buffer | undefined): Record<string, string> {
  return {
    ...(method === 'GET' || method === 'HEAD' ? {} : { 'sec-fetch-site': 'none' }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) }),
  }
}

const REUSED_KEY = randomUUID()

function oddHeaders(chance: Chance): Record<string, string> {
  const odd: (() => Record<string, string>)[] = [
    () => ({ 'content-type': chance.oneOf(TYPES) ?? '' }),
    () => ({ 'sec-fetch-site': chance.oneOf(['cross-site', 'same-site', '', 'NONE', 'none, none']) ?? '' }),
    () => ({ origin: 'null' }),
    () => ({ 'idempotency-key': chance.oneOf([randomUUID(), REUSED_KEY, REUSED_KEY, 'x', '', 'é']) ?? '' }),
    () => ({ 'if-none-match': chance.oneOf(['*', '"x"', 'W/"', '"'.repeat(500)]) ?? '' }),
    () => ({ 'x-log-position': chance.oneOf(['0', '-1', '1', 'x', '9'.repeat(40)]) ?? '' }),
    () => ({
      cookie:
        chance.oneOf(['forecourt.sid=s%3Ax.y', 'forecourt.sid=%', 'seen=1; seen=2', '=;;=', 'x'.repeat(4_000)]) ?? '',
    }),
    () => ({ 'content-encoding': chance.oneOf(['gzip', 'br', 'identity', 'deflate, gzip']) ?? '' }),
    () => ({ 'x-forwarded-for': hostileText(chance).replaceAll(/[^\x20-\x7e]/g, '') }),
    () => ({ 'x-request-id': chance.oneOf(['../../x', 'a'.repeat(500), '<b>']) ?? '' }),
    () => ({ range: 'bytes=0-1,3-', accept: 'application/xml' }),
    () => ({ 'last-event-id': chance.oneOf(['0', 'x'.repeat(500), '-1']) ?? '' }),
    () => ({ expect: '100-continue' }),
    () => ({ 'x-big': 'x'.repeat(chance.oneOf([8_000, 17_000]) ?? 0) }),
    () => ({ host: chance.oneOf(['', 'evil.example', 'a'.repeat(300)]) ?? '' }),
    () => ({ 'x-http-method-override': 'DELETE' }),
    // Where such a message ends nobody knows: the server may answer it and cut the connection.
    () => ({ 'transfer-encoding': 'identity', connection: 'close' }),
  ]
  return chance.happens(0.35) ? (chance.oneOf(odd)?.() ?? {}) : {}
}

function rightBody(operation: Operation, known: Known, chance: Chance): Buffer | undefined {
  if (operation.body === undefined) return undefined
  return Buffer.from(JSON.stringify(exampleOf(operation, known, chance)))
}

/** The document's example, with things that are there. */
function exampleOf({ path, body }: Operation, known: Known, chance: Chance): unknown {
  const example = body?.example
  if (typeof example !== 'object' || example === null) return example
  const today = todayIn(DEFAULT_TIME_ZONE, instantOf(Date.now()))
  const pickupDate = addDays(today, chance.below(300))
  const there: Readonly<Record<string, () => unknown>> = {
    carId: () => chance.oneOf(known.cars),
    licenseImageUrl: () => known.newLicence(),
    imageUrl: () => null,
    pickupDate: () => pickupDate,
    dropoffDate: () => addDays(pickupDate, 1 + chance.below(5)),
    from: () => (path.includes('maintenance') ? addDays(today, chance.below(300)) : 'pending'),
    to: () => addDays(today, 300 + chance.below(20)),
    totalAmount: () => undefined,
    version: () => chance.below(8),
    reference: () => undefined,
    customerEmail: () => `renter-${chance.below(40)}@fuzz.example`,
    email: () => `staff-${chance.below(1e9)}@fuzz.example`,
    status: () => chance.oneOf(statusesOf(path)),
  }
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const made = there[name]
      return [name, made === undefined ? value : made()]
    }),
  )
}

function statusesOf(path: string): readonly string[] {
  if (path.includes('staff')) return ['active', 'deactivated']
  return path.includes('cars') ? ['available', 'maintenance'] : ['approved', 'rejected', 'completed']
}
