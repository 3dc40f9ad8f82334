import type { BookingChange } from '@forecourt/contracts/booking.ts'
import { notSignedIn } from '@forecourt/kit/problem.ts'
import { createSessionReader, memberOf, ROLL_FORWARD_MS, sessionCookieName } from '@forecourt/kit/session.ts'
import connectPgSimple from 'connect-pg-simple'
import type { Request, RequestHandler } from 'express'
import session from 'express-session'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Asked, Changed, Requested } from './booking.ts'
import { changeByFunction, requestByFunction } from './bookings-by-function.ts'
import { changeInTransaction, requestInTransaction } from './bookings-by-transaction.ts'

/** How the service knows who calls, and how it writes for them: the two variants differ in their round trips alone. */
export interface Callers {
  /** Comes before the routes. */
  readonly middleware: readonly RequestHandler[]
  request(request: Request, asked: Asked): Promise<Requested>
  /** @throws {Problem} 401 */
  change(request: Request, bookingId: string, change: BookingChange): Promise<Changed>
  /**
   * Asks as the member of staff who calls: the query finds their business in `me`.
   * @throws {Problem} 401
   */
  read<Row extends pg.QueryResultRow>(request: Request, query: Query, values: readonly unknown[]): Promise<Row[]>
}

/** A question of `reads.ts`, named for its prepared statement. */
export interface Query {
  readonly name: string
  readonly text: string
}

export interface CallersOptions {
  readonly pool: pg.Pool
  readonly publicUrl: string
  readonly secret: string
}

function businessOf(request: Request): string | undefined {
  const stored = 'member' in request.session ? request.session.member : undefined
  return memberOf(stored, new Date())?.businessId
}

function staffOf(request: Request): string {
  const business = businessOf(request)
  if (business === undefined) throw notSignedIn()
  return business
}

/** Sessions by express-session and connect-pg-simple: a round trip before everything that a member of staff does. */
export function callersBySession({ pool, publicUrl, secret }: CallersOptions): Callers {
  const store = new (connectPgSimple(session))({ pool, tableName: 'sessions', pruneSessionInterval: false })
  const touch = toucher(pool)
  store.touch = (sessionId, _data, done) => {
    touch(sessionId)
    done?.()
  }
  return {
    middleware: [
      session({
        store,
        secret,
        name: sessionCookieName(publicUrl),
        resave: false,
        saveUninitialized: false,
        cookie: { httpOnly: true, sameSite: 'lax' },
      }),
    ],
    request: (request, asked) => requestInTransaction(pool, asked, businessOf(request)),
    change: async (request, bookingId, change) => await changeInTransaction(pool, staffOf(request), bookingId, change),
    async read<Row extends pg.QueryResultRow>(request: Request, { name, text }: Query, values: readonly unknown[]) {
      const asked = { name, text: `with me as (select $1::uuid as business_id) ${withoutWith(text)}` }
      return (await pool.query<Row>({ ...asked, values: [staffOf(request), ...values] })).rows
    },
  }
}

/** The session is looked up by the very statement that does the work: one round trip for everything. */
export function callersByStatement({ pool, publicUrl, secret }: CallersOptions): Callers {
  const touch = toucher(pool)
  const readSessionId = createSessionReader(publicUrl, secret)
  const sessionOf = (request: Request) => readSessionId(request.get('cookie'))
  const staffSession = (request: Request) => {
    const sessionId = sessionOf(request)
    if (sessionId === undefined) throw notSignedIn()
    touch(sessionId)
    return sessionId
  }
  return {
    middleware: [],
    request: (request, asked) => requestByFunction(pool, asked, sessionOf(request)),
    change: async (request, bookingId, change) =>
      await changeByFunction(pool, staffSession(request), bookingId, change),
    async read<Row extends pg.QueryResultRow>(request: Request, { name, text }: Query, values: readonly unknown[]) {
      const sessionId = staffSession(request)
      const asked = { name, text: `with me as materialized (${BUSINESS}) ${withoutWith(text)}` }
      const { rows } = await pool.query<Row>({ ...asked, values: [sessionId, ...values] })
      if (rows.length > 0) return rows
      const { rowCount } = await pool.query({ name: 'me', text: BUSINESS, values: [sessionId] })
      if (rowCount === 0) throw notSignedIn()
      return []
    },
  }
}

const BUSINESS = `
  select (sess -> 'member' ->> 'businessId')::uuid as business_id from sessions where sid = $1 and expire > now()`

/** A query that begins with tables of its own goes on with them. */
const withoutWith = (text: string): string => text.trim().replace(/^with /, ', ')

/** Moves the end of a session that is in use, at most every five minutes, and nobody waits for it. */
function toucher(pool: pg.Pool): (sessionId: string) => void {
  const touched = new LRUCache<string, true>({ max: 20_000, ttl: ROLL_FORWARD_MS })
  return (sessionId) => {
    if (touched.has(sessionId)) return
    touched.set(sessionId, true)
    pool
      .query(`update sessions set expire = now() + interval '2 hours' where sid = $1`, [sessionId])
      .catch(() => touched.delete(sessionId))
  }
}
