import type { Log } from '@forecourt/kit/logging.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import { notFound, notSignedIn, type Problem, unavailable } from '@forecourt/kit/problem.ts'
import { readSeen } from '@forecourt/kit/seen.ts'
import { createSessionReader } from '@forecourt/kit/session.ts'
import type { Request, Response } from 'express'
import type pg from 'pg'
import { sql } from 'slonik'
import type { Changes } from '../changes.ts'
import { type Bodies, type Body, createBodies } from './bodies.ts'
import type { Horizon } from './horizon.ts'
import { type KeptTenants, keepTenants } from './kept-tenants.ts'
import { isPackable, packedFor } from './packed.ts'
import { type Read, readBody, tagOf, type Via } from './reads.ts'
import { answered, createTenants, type SignedIn, type Tenant, type Tenants } from './tenants.ts'

export interface AnsweringDeps {
  readonly database: Database
  /** For the look-ups before an answer: see `openLookUps`. */
  readonly lookUps: pg.Pool
  readonly horizon: Horizon
  readonly changes: Changes
  readonly log: Log
  readonly publicUrl: string
  readonly sessionSecret: string
  readonly now: () => Date
}

/** Answers questions to the read model over HTTP: as the signed-in member's business, or as anybody. */
export interface Answering {
  /**
   * Answers a member with the rows of their business.
   * @param input read from the query, once it is known that somebody is signed in
   * @throws {Problem} 401 without a session; 503 when the rows lag behind what the caller has seen, and know of none
   */
  readonly toMember: <Row, Input extends object>(
    read: Read<Row, Input>,
    input: (url: string) => Input,
    request: Request,
    response: Response,
  ) => Promise<void>
  /**
   * Answers anybody with what is public of a business.
   * @throws {Problem} 404 when there is no such thing, or its business is not active
   */
  readonly toVisitor: <Row, Input extends object>(
    read: Read<Row, Input>,
    input: Input,
    via: Exclude<Via, { readonly by: 'session' }>,
    request: Request,
    response: Response,
  ) => Promise<void>
  /**
   * The member whose session the request carries. Who has just been added, or let in again, is one as soon as the rows say so.
   * @throws {Problem} 401 without one; 503 when the rows lag behind what the caller has seen, and know of none
   */
  readonly memberOf: (request: Request) => Promise<SignedIn>
  /**
   * As `memberOf`, for a request that stays open and asks again and again: that alone keeps no session alive.
   * @throws {Problem} 401 without a session
   */
  readonly watch: (request: Request) => Promise<SignedIn>
  /** Waits until the rows hold what the caller has written; says so (`X-Stale`) when they do not in time. */
  readonly catchUp: (request: Request, response: Response) => Promise<void>
}

export function createAnswering(deps: AnsweringDeps): Answering {
  const { lookUps, horizon, changes, publicUrl, sessionSecret, now } = deps
  const kept = keepTenants(changes, now)
  const tenants = createTenants(lookUps, now, rollForward(deps), kept)
  const answers = { ...deps, bodies: createBodies(), kept }

  const readSessionId = createSessionReader(publicUrl, sessionSecret)

  const sessionOf = (request: Request): string => {
    const sessionId = readSessionId(request.get('cookie'))
    if (sessionId === undefined) throw notSignedIn()
    return sessionId
  }
  const isCaughtUp = (request: Request) => horizon.reached(readSeen(request))
  const catchUp = async (request: Request, response: Response): Promise<void> => {
    if (!(await isCaughtUp(request))) response.set('X-Stale', 'true')
  }
  /** @throws {Problem} 401; 503 when the rows do not hold what the caller has seen, and so may not say that they are let in */
  const lookUp = async (request: Request, look: Tenants['ofSession']): Promise<SignedIn> => {
    const sessionId = sessionOf(request)
    const member = await look(sessionId)
    if (member !== undefined || readSeen(request) === undefined) return signedIn(request, member)
    if (!(await isCaughtUp(request))) throw unavailable()
    return signedIn(request, await look(sessionId))
  }

  return {
    catchUp,
    async toMember(read, input, request, response) {
      const sessionId = sessionOf(request)
      await catchUp(request, response)
      const tenant = await (isUnattended(request) ? tenants.stillOfSession(sessionId) : tenants.ofSession(sessionId))
      if (tenant === undefined && response.get('X-Stale') !== undefined) throw unavailable()
      const member = signedIn(request, tenant)
      await send(
        {
          read,
          input: input(request.originalUrl),
          via: { by: 'session', sessionId },
          tenant: member,
          absent: notSignedIn,
        },
        request,
        response,
      )
    },
    async toVisitor(read, input, via, request, response) {
      let tenant = keptFor(kept, read, via, request)
      if (tenant === undefined) {
        await catchUp(request, response)
        tenant = await tenantOf(tenants, via)
      }
      if (tenant === undefined) throw notFound()
      response.set('Cache-Control', typeof read.cacheControl === 'string' ? read.cacheControl : 'no-cache')
      await send({ read, input, via, tenant, absent: notFound }, request, response)
    },
    async memberOf(request) {
      return await lookUp(request, (sessionId) => tenants.ofSession(sessionId))
    },
    async watch(request) {
      return await lookUp(request, (sessionId) => tenants.stillOfSession(sessionId))
    },
  }

  async function send<Row, Input extends object>(
    question: Question<Row, Input>,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { type = 'application/json', cacheControl } = question.read
    const isOld = response.get('X-Stale') !== undefined
    const body = await bodyFor(answers, question, isOld ? undefined : request.get('if-none-match'))
    const packed = body.bytes !== undefined && isPackable(type) ? await packedFor(request, body.bytes) : undefined
    if (isPackable(type)) response.vary('Accept-Encoding')
    if (typeof cacheControl === 'function') response.set('Cache-Control', cacheControl(body.version))
    // A browser that keeps it would go on hearing that it is old, for a 304 takes no header back.
    if (body.isStopgap === true || isOld) response.set('Cache-Control', 'no-store')
    else response.set('ETag', packed !== undefined || isKnownPacked(request, body) ? `W/${body.tag}` : body.tag)
    // Express would say so as well of what a tag does not name (`If-None-Match: *`), but with the headers of a body.
    if (body.bytes === undefined || request.fresh) {
      response.status(304).end()
      return
    }
    if (packed !== undefined) response.set('Content-Encoding', packed.encoding)
    const { fileName } = question.read
    if (fileName !== undefined) response.set('Content-Disposition', `attachment; filename="${fileName}"`)
    if (body.next !== undefined) response.set('Link', `<${body.next}>; rel="next"`)
    response.type(type).send((packed ?? body).bytes)
  }
}

/** A screen that brings itself up to date while nobody is there says so: that is no use of the session (SECURITY rule 13). */
const isUnattended = (request: Request) => request.get('x-unattended') === '1'

/**
 * Whose session it is. Whoever says which member they act as (`X-Acting-Member`) is that member or is turned away: a screen of
 * one member is shown nothing of another who has signed in on the same device since.
 * @throws {Problem} 401 when there is nobody, or somebody else
 */
function signedIn(request: Request, member: SignedIn | undefined): SignedIn {
  if (member === undefined) throw notSignedIn()
  const said = request.get('x-acting-member')
  if (said !== undefined && said !== member.userId) throw notSignedIn()
  return member
}

interface Question<Row, Input extends object> {
  readonly read: Read<Row, Input>
  readonly input: Input
  readonly via: Via
  readonly tenant: Tenant | SignedIn
  /** What to say when there is nothing to read any more, although there was at the look-up. */
  readonly absent: () => Problem
}

/**
 * The body to send; without bytes when the caller has it already, which the version alone tells. Whether a booking's link
 * still leads somewhere it does not tell: that is looked up first, so that a dead link never says what a live one would. Nor does
 * it tell the version of what is shown.
 */
async function bodyFor<Row, Input extends object>(
  { database, now, bodies, kept }: AnsweringDeps & { readonly bodies: Bodies; readonly kept: KeptTenants },
  { read, input, via, tenant, absent }: Question<Row, Input>,
  ifNoneMatch: string | undefined,
): Promise<Pick<Body, 'tag' | 'next' | 'isStopgap' | 'version'> & { readonly bytes?: Buffer }> {
  const userId = read.personal === true && 'userId' in tenant ? tenant.userId : undefined
  const tag = tagOf(read, tenant, userId)
  const isKnown = ifNoneMatch !== undefined && tagsIn(ifNoneMatch).includes(tag)
  if (isKnown && via.by !== 'business' && typeof read.cacheControl !== 'function') return { tag }
  const name = [read.name, tenant.businessId, userId ?? '', JSON.stringify(input)].join(' ')
  const body = await bodies.get(name, tag, (before) => readBody(database, now(), read, via, input, userId, before))
  if (body?.tag !== tag) kept.movedOn(tenant.businessId)
  if (body === undefined) throw absent()
  if (!isKnown) return body
  return body.version === undefined ? { tag } : { tag, version: body.version }
}

/** What travels packed is the same, but not byte for byte: its tag is a weak one, and is called so again. */
const isKnownPacked = (request: Request, { tag, bytes }: { readonly tag: string; readonly bytes?: Buffer }): boolean =>
  bytes === undefined && request.get('if-none-match')?.includes(`W/${tag}`) === true

/** The tags of an `If-None-Match` header; of what travelled packed, by us or by a gateway, they are weak ones. */
const tagsIn = (header: string): readonly string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/**
 * The tenant without a look-up, if it can be had so. Whoever has written something, or brings another tag than what is kept
 * would be answered with, may have seen later rows, be it of another process; and what browsers keep without asking again is
 * looked up, because an older one would stay with them.
 */
function keptFor<Row, Input extends object>(
  kept: KeptTenants,
  read: Read<Row, Input>,
  via: Exclude<Via, { readonly by: 'session' }>,
  request: Request,
): Tenant | undefined {
  if (via.by === 'business' || read.cacheControl !== undefined || readSeen(request) !== undefined) return undefined
  const tenant = kept.find(via)
  const known = request.get('if-none-match')
  if (tenant === undefined || known === undefined) return tenant
  return tagsIn(known).every((tag) => tag === tagOf(read, tenant, undefined)) ? tenant : undefined
}

async function tenantOf(tenants: Tenants, via: Exclude<Via, { readonly by: 'session' }>): Promise<Tenant | undefined> {
  if (via.by === 'business') return await tenants.ofBusiness(via.businessId)
  return via.by === 'slug' ? await tenants.ofSlug(via.slug) : await tenants.ofVehicle(via.vehicleId)
}

/** Moves the end of a session that is in use, beside the answer: nobody waits for it, and it is no matter of the rows. */
function rollForward({ database, log, now }: AnsweringDeps): (sessionId: string) => void {
  const underWay = new Set<string>()
  return (sessionId) => {
    if (underWay.has(sessionId)) return
    underWay.add(sessionId)
    answered(database.query(sql.unsafe`select roll_session_forward(${sessionId}, ${now().toISOString()}::timestamptz)`))
      .catch((error: unknown) => log.warn({ error }, 'a session could not be moved forward'))
      .finally(() => underWay.delete(sessionId))
  }
}
