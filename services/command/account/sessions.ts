import { businessStream, userStream } from '@forecourt/domain/streams.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { notSignedIn } from '@forecourt/kit/problem.ts'
import { IDLE_MS, isSecure, type Member, memberOf, ROLL_FORWARD_MS, sessionCookieName } from '@forecourt/kit/session.ts'
import connectPgSimple from 'connect-pg-simple'
import type { Request, RequestHandler, Response } from 'express'
import session from 'express-session'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Core } from '../log/core.ts'
import type { Proven } from './credentials.ts'
import { isLetInByLog, isLetInOnSecondLook } from './let-in.ts'
import type { SessionMemory } from './session-memory.ts'

declare module 'express-session' {
  interface SessionData {
    /** Who is signed in. Sessions are made for members only. */
    member: Member
  }
}

interface SessionOptions {
  readonly pool: pg.Pool
  readonly memory: SessionMemory
  readonly publicUrl: string
  /** `SESSION_SECRET` */
  readonly secret: string
  readonly say: Log
}

/** Sessions of staff in `public.sessions` (specification section 3; SECURITY rule 13). Visitors have none. */
export function sessions({ pool, memory, publicUrl, secret, say }: SessionOptions): RequestHandler {
  const PgStore = connectPgSimple(session)
  const store = new PgStore({
    pool,
    schemaName: 'public',
    tableName: 'sessions',
    ttl: IDLE_MS / 1000,
    errorLog: () => say.warn({ step: 'prune sessions' }, 'sessions that are over could not be removed'),
  })
  store.touch = rollForward(pool)
  store.set = saveAgain(pool)
  rememberSessions(store, memory)
  const name = sessionCookieName(publicUrl)
  const kept = session({
    store,
    secret,
    name,
    resave: false,
    saveUninitialized: false,
    // The proxy in front may speak plain http to us: what browsers use is known from the public address.
    proxy: true,
    // No age: it ends with the browser, and the server's own limits decide before that.
    cookie: { httpOnly: true, sameSite: 'lax', secure: isSecure(publicUrl), path: '/' },
  })
  return (request, response, next) => {
    // The path as routes are found by it, however the address was written.
    const mayBegin = (request.baseUrl + request.path).startsWith(WHERE_SESSIONS_BEGIN)
    if (mayBegin || request.headers.cookie?.includes(name) === true) kept(request, response, next)
    else next()
  }
}

/** Elsewhere a visitor's request goes without: one made for it, only to be thrown away, is a thirtieth of what a booking costs. */
const WHERE_SESSIONS_BEGIN = '/api/auth/'

/** Whom the request's session is of, if it has one. Whether they are still let in is another question: see {@link currentMember}. */
export function memberInSession(request: Request): Member | undefined {
  const { session: found }: { readonly session?: Request['session'] } = request
  return found?.member
}

/** Reads sessions from memory while the database tells which of them end. */
function rememberSessions(store: session.Store, memory: SessionMemory): void {
  const get = store.get.bind(store)
  const set = store.set.bind(store)
  const destroy = store.destroy.bind(store)
  store.get = (sessionId, done) => {
    const recalled = memory.recall(sessionId)
    if (recalled !== undefined) {
      done(null, stored(recalled))
      return
    }
    const reading = memory.reading(sessionId)
    get(sessionId, (error, found) => {
      if (found) reading.keep(JSON.stringify(found))
      done(error, found)
    })
  }
  store.set = (sessionId, data, done) => {
    memory.forget(sessionId)
    set(sessionId, data, done)
  }
  store.destroy = (sessionId, done) => {
    memory.forget(sessionId)
    destroy(sessionId, done)
  }
}

/** Each request gets an object of its own: Express changes it. */
function stored(text: string): session.SessionData {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own store's text; `memberOf` checks what matters
  return JSON.parse(text) as session.SessionData
}

/** Express saves sessions that have changed. Only `beginSession` makes one: saving never brings back one that has ended. */
function saveAgain(pool: pg.Pool): session.Store['set'] {
  return (sessionId, data, done) => {
    pool.query('update public.sessions set sess = $2 where sid = $1', [sessionId, JSON.stringify(data)], (error) =>
      done?.(error),
    )
  }
}

/** Moves a session's end, at most every five minutes: not every call is a write. */
function rollForward(pool: pg.Pool): session.Store['touch'] & object {
  const rolled = new LRUCache<string, true>({ max: 20_000, ttl: ROLL_FORWARD_MS })
  return (sessionId, _session, done) => {
    if (rolled.has(sessionId)) {
      done?.()
      return
    }
    rolled.set(sessionId, true)
    pool
      .query(`update public.sessions set expire = now() + $1 * interval '1 millisecond' where sid = $2`, [
        IDLE_MS,
        sessionId,
      ])
      .catch(() => rolled.delete(sessionId))
      .finally(() => done?.())
  }
}

/**
 * Who is signed in, if anybody. A session outlives neither its user nor their business: both are looked at each time, in
 * memory, so that nobody acts on a session that was made while they were being shut out.
 */
export async function currentMember(core: Core, request: Request, now: Date): Promise<Member | undefined> {
  const member = memberOf(memberInSession(request), now)
  if (member === undefined) return undefined
  const [user, business] = await Promise.all([
    core.users.load(userStream(member.userId)),
    core.businesses.load(businessStream(member.businessId)),
  ])
  const isIn = (await isLetInOnSecondLook(core, user, business)) && user.state?.businessId === member.businessId
  return isIn ? member : undefined
}

/**
 * Who calls, if anybody is signed in. Whoever says which member they act as (`X-Acting-Member`) is that member or is turned
 * away: a desk whose session has ended a moment ago is never taken for a visitor, nor for whoever has signed in since.
 * @throws {Problem} 401
 */
export async function callerOf(core: Core, request: Request, now: Date): Promise<Member | undefined> {
  const member = await currentMember(core, request, now)
  const said = request.get('x-acting-member')
  if (said !== undefined && said !== member?.userId) throw notSignedIn()
  return member
}

/** @throws {Problem} 401 */
export async function requireMember(core: Core, request: Request, now: Date): Promise<Member> {
  const member = await callerOf(core, request, now)
  if (member === undefined) throw notSignedIn()
  return member
}

/**
 * Gives the caller a new session, never the one they came with. When what is done with it fails, it is as if there had never been
 * one: Express would send its cookie with the answer that says so.
 */
export async function withNewSession<Result>(
  request: Request,
  begin: (sessionId: string) => Promise<Result>,
): Promise<Result> {
  await new Promise<void>((resolve, reject) => {
    request.session.regenerate((error) => (error ? reject(asError(error)) : resolve()))
  })
  try {
    return await begin(request.sessionID)
  } catch (error) {
    Reflect.deleteProperty(request, 'session')
    throw error
  }
}

/**
 * When somebody signs in, as their session says it: never before their password was set, which whoever reads sessions takes for
 * one that a newer password has ended. Clocks of two machines differ, and one may be wrong for a while.
 */
export const signedInAt = (now: Date, { changedAt }: Pick<Proven, 'changedAt'>): string =>
  (now > changedAt ? now : changedAt).toISOString()

/**
 * Stores the caller's session with the member in it, unless their password has changed since it was checked or they, or their
 * business, were shut out since; it is durable when this resolves. The row of the credentials is locked meanwhile, so that a
 * change of password comes before (no session is made) or after (it is ended with the others): see `changeCredentials`. Whoever
 * shuts somebody out says so in the log first, and ends what sessions there are then: so the log is asked once it is stored.
 * @param proven what the password was checked against; hashes are salted, so each change makes another one
 * @returns whether there is a session now
 */
export async function beginSession(
  core: Core,
  pool: pg.Pool,
  request: Request,
  member: Member,
  { passwordHash }: Pick<Proven, 'passwordHash'>,
): Promise<boolean> {
  request.session.member = member
  const { rowCount } = await pool.query(
    `with checked as (
       select from public.credentials where user_id = $3 and password_hash = $4 for share
     )
     insert into public.sessions (sid, sess, expire)
     select $1, $2::json, now() + $5 * interval '1 millisecond' from checked`,
    [request.sessionID, JSON.stringify(request.session), member.userId, passwordHash, IDLE_MS],
  )
  if (rowCount === 1 && (await isLetInByLog(core, member))) return true
  await endSession(request)
  return false
}

/** Ends the caller's session; its row is gone when this resolves. */
export async function endSession(request: Request): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    request.session.destroy((error) => (error ? reject(asError(error)) : resolve()))
  })
}

/** Tells the browser to forget its session. A cookie tied to the host is only cleared by one that is secure too. */
export function clearSessionCookie(response: Response, publicUrl: string): void {
  const secure = isSecure(publicUrl)
  response.clearCookie(sessionCookieName(publicUrl), { path: '/', httpOnly: true, sameSite: 'lax', secure })
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
