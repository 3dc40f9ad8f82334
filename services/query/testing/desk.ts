import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createLinkTries } from '@forecourt/kit/booking-bearer.ts'
import { noSuchRoute } from '@forecourt/kit/no-such-route.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import { type Serving, serve } from '@forecourt/kit/serve.ts'
import { sessionCookieName } from '@forecourt/kit/session.ts'
import type { Express, RequestHandler } from 'express'
import type pg from 'pg'
import { createQueryApp } from '../app.ts'
import { calendarRoutes } from '../calendars/routes.ts'
import { type Changes, listenToChanges } from '../changes.ts'
import type { Logos } from '../installing/draw-icon.ts'
import { createLive, type Live } from '../live/live.ts'
import { createLicenceBook } from '../objects/licence-book.ts'
import type { Answering } from '../reading/answering.ts'
import { createHorizon, type Horizon } from '../reading/horizon.ts'
import { openLookUps, openReadDatabase } from '../reading/read-database.ts'
import { renterRoutes } from '../renter/routes.ts'
import { Ear } from './ear.ts'
import { tellOfChange } from './notices.ts'
import type { Tenant } from './rental.ts'
import type { World } from './world.ts'

const PUBLIC_URL = 'http://localhost:3000'
/** A storage in which there is nothing. */
const NOTHING_STORED: Pick<ObjectStorage, 'get' | 'head'> = {
  get: () => Promise.resolve(undefined),
  head: () => Promise.resolve(undefined),
}
/** Milliseconds that a notice may take on a busy machine. */
const LISTENING_AT_MOST = 30_000
const SECRET = randomBytes(32).toString('hex')

/** What came back. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON. */
  readonly body: unknown
}

interface Asking {
  /** Value of the session cookie. */
  readonly session?: string
  /** Position that the caller has written up to. */
  readonly seen?: bigint
  readonly etag?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The query service over HTTP, with people who ask it. */
export class Desk implements AsyncDisposable {
  readonly database: Database
  readonly lookUps: pg.Pool
  readonly #world: World
  readonly #horizon: Horizon
  readonly #changes: Changes
  readonly #serving: Serving
  /** What the service takes for now. */
  clock: { now: Date }

  readonly app: Express
  readonly live: Live
  readonly #listeningFor = new Map<string, () => void>()

  private constructor(
    world: World,
    database: Database,
    lookUps: pg.Pool,
    horizon: Horizon,
    changes: Changes,
    live: Live,
    app: Express,
    serving: Serving,
    clock: { now: Date },
  ) {
    this.#world = world
    this.app = app
    this.live = live
    this.database = database
    this.lookUps = lookUps
    this.#horizon = horizon
    this.#changes = changes
    const leave = (): void => {
      for (const heard of this.#listeningFor.values()) heard()
    }
    changes.subscribe({
      onChange: ({ businessId }) => this.#listeningFor.get(businessId)?.(),
      onGap: leave,
    })
    this.#serving = serving
    this.clock = clock
  }

  /**
   * @param objects the routes below `/objects`; without them there is nothing
   * @param patience how long an answer waits for the rows, in milliseconds: longer than in production, because projector
   *   and tests share this process on a busy machine
   * @param storage where the renters' contracts are
   * @param logos where logos are, for icons
   */
  static async open(
    world: World,
    now = '2026-06-15T10:00:00Z',
    objects: (answering: Answering, database: Database) => RequestHandler = () => noSuchRoute,
    patience = 30_000,
    storage: Pick<ObjectStorage, 'get' | 'head'> = NOTHING_STORED,
    logos: Logos = () => Promise.resolve(undefined),
  ): Promise<Desk> {
    const { log } = world
    const clock = { now: new Date(now) }
    const database = await openReadDatabase(world.database.queryUrl)
    const lookUps = openLookUps(world.database.queryUrl, log)
    const horizon = createHorizon({ database, connectionString: world.database.queryUrl, log, patience })
    // A look is taken more often than in production: tests wait for it.
    const changes = listenToChanges({ connectionString: world.database.queryUrl, log })
    const live = createLive(changes, { look: 200 })
    const app = createQueryApp({
      database,
      lookUps,
      horizon,
      changes,
      live,
      logos,
      log,
      publicUrl: PUBLIC_URL,
      sessionSecret: SECRET,
      trustedHops: 0,
      now: () => clock.now,
      renter: (answering) =>
        renterRoutes({
          answering,
          database,
          now: () => clock.now,
          storage,
          lookupKey: keyFromBase64(world.lookupKey),
          licences: createLicenceBook(database),
          tries: createLinkTries(1),
        }),
      calendars: (answering) =>
        calendarRoutes({
          answering,
          lookupKey: keyFromBase64(world.lookupKey),
          publicUrl: PUBLIC_URL,
          tries: createLinkTries(1),
        }),
      objects: (answering) => objects(answering, database),
    })
    const serving = await serve(app, { host: '127.0.0.1', port: 0, log })
    return new Desk(world, database, lookUps, horizon, changes, live, app, serving, clock)
  }

  /** Signs a member of staff in, as the command service does, and gives the cookie's value. */
  async signIn(tenant: Tenant, signedInAt: Date = this.clock.now): Promise<string> {
    const sid = randomBytes(16).toString('hex')
    const member = { userId: tenant.staff, businessId: tenant.businessId, signedInAt: signedInAt.toISOString() }
    await this.#world.pool.query('insert into public.sessions (sid, sess, expire) values ($1, $2, $3)', [
      sid,
      { cookie: {}, member },
      new Date(this.clock.now.getTime() + 2 * 60 * 60 * 1000),
    ])
    // Signed as express-session signs its cookies.
    const signature = createHmac('sha256', SECRET).update(sid).digest('base64').replace(/=+$/, '')
    return `s:${sid}.${signature}`
  }

  /** Asks the service, which has heard of all changes by then: a visitor's answer may be older by those that are on their way. */
  async get(path: string, { session, seen, etag, method = 'GET', headers = {} }: Asking = {}): Promise<Answer> {
    const cookies = [
      ...(session === undefined ? [] : [`${sessionCookieName(PUBLIC_URL)}=${encodeURIComponent(session)}`]),
      ...(seen === undefined ? [] : [`seen=${seen}`]),
    ]
    if (session === undefined && seen === undefined) await this.#hearsAll()
    const response = await fetch(this.#serving.url + path, {
      method,
      headers: {
        ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
        ...headers,
      },
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
  }

  /** Notices come in the order in which they are told, so one of nobody comes after all that were told before. */
  async #hearsAll(): Promise<void> {
    if (!this.#changes.listening) return
    const nobody = randomUUID()
    const heard = Promise.withResolvers<void>()
    this.#listeningFor.set(nobody, heard.resolve)
    await tellOfChange(this.#world.pool, nobody)
    try {
      const late = delay(LISTENING_AT_MOST, undefined, { ref: false }).then(() => {
        throw new Error('a change was told and not heard')
      })
      await Promise.race([heard.promise, late])
    } finally {
      this.#listeningFor.delete(nobody)
    }
  }

  /** Opens the member's stream of changes. */
  async listen(session: string, headers: Readonly<Record<string, string>> = {}): Promise<Ear> {
    const cookie = `${sessionCookieName(PUBLIC_URL)}=${encodeURIComponent(session)}`
    return await Ear.open(`${this.#serving.url}/api/admin/live`, { cookie, ...headers })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.live.close()
    await this.#serving.close()
    await this.#horizon.close()
    await this.#changes.close()
    await this.lookUps.end()
    await this.database.end()
  }
}
