import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { userStream } from '@forecourt/domain/streams.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deactivateBusiness } from '../business/deactivate.ts'
import type { Answer, Browser } from '../testing/browser.ts'
import { createWorld, type Running, type Tenant, type World } from '../testing/world.ts'
import { deactivateUser } from './deactivate.ts'
import { evenly } from './evenly.ts'

let world: World
let command: Running
let tenant: Tenant
let browser: Browser

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
})
beforeEach(async () => {
  tenant = await world.tenant(command)
  browser = command.browser()
  await browser.signIn(tenant)
})
afterAll(() => world.stop())

const isSignedIn = async (one: Browser) =>
  (await one.put(`/api/admin/bookings/${randomUUID()}`, { status: 'approved' })).status === 404
const typesOf = async ({ userId }: Pick<Tenant, 'userId'>) =>
  (await world.events()).filter(({ stream }) => stream === userStream(userId)).map(({ type }) => type)
/** Everything of an answer that does not differ from one request to the next. */
const print = ({ status, headers, text }: Answer) =>
  [
    status,
    ...[...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)).map((header) => header.join(': ')),
    text,
  ].join('\n')

const change = (currentPassword: string, newPassword = 'gulls over the quay') =>
  browser.put('/api/auth/password', { currentPassword, newPassword })
const forgotten = (body: object, one = command.browser(), headers: Record<string, string> = {}) =>
  one.post('/api/auth/password/forgotten', body, { headers })

describe('PUT /api/auth/password', () => {
  it('sets another one: all other sessions end, this one goes on under another cookie', async () => {
    const elsewhere = command.browser()
    await elsewhere.signIn(tenant)
    const before = browser.cookies.get('forecourt.sid')
    const answer = await change(tenant.password)
    expect([answer.status, answer.body]).toEqual([200, { changed: true }])
    expect(browser.cookies.get('forecourt.sid')).not.toBe(before)
    expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect((await command.browser().signIn(tenant)).status).toBe(401)
    expect((await command.browser().signIn({ ...tenant, password: 'gulls over the quay' })).status).toBe(200)
    expect(await typesOf(tenant)).toEqual([
      'UserRegistered',
      'UserSignedIn',
      'UserSignedIn',
      'UserPasswordChanged',
      'UserSignedIn',
    ])
    const [fact] = (await world.events()).filter(
      ({ type, stream }) => type === 'UserPasswordChanged' && stream === userStream(tenant.userId),
    )
    expect(fact?.metadata).toMatchObject({ actorKind: 'member', actorId: tenant.userId })
    expect(JSON.stringify(fact?.data)).not.toMatch(/argon|gulls/)
  })

  it('asks for the current one, and counts wrong tries as failed sign-ins', async () => {
    const limited = await world.start({ rateLimitFactor: 1 })
    const there = limited.browser()
    for (const [name, value] of browser.cookies) there.cookies.set(name, value)
    const guess = (currentPassword: string) =>
      there.put('/api/auth/password', { currentPassword, newPassword: 'gulls over the quay' })
    const wrong = await guess('not my password')
    expect([wrong.status, wrong.problem.code]).toEqual([422, 'password-wrong'])
    expect(wrong.problem.errors).toEqual([{ path: 'currentPassword', message: 'This is not your password.' }])
    for (let tries = 1; tries < 10; tries += 1) expect((await guess(`guess ${tries}`)).status).toBe(422)
    const refused = await guess(tenant.password)
    expect([refused.status, refused.problem.code]).toEqual([429, 'too-many-requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('by two at once with one password: one wins', async () => {
    const elsewhere = command.browser()
    await elsewhere.signIn(tenant)
    const answers = await Promise.all(
      [browser, elsewhere].map((one, index) =>
        one.put('/api/auth/password', { currentPassword: tenant.password, newPassword: `password number ${index}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await typesOf(tenant)).filter((type) => type === 'UserPasswordChanged')).toHaveLength(1)
  })

  it.each(['eleven char', 'x'.repeat(201), 'twelve chars\n', ''])(
    'refuses the new password %j',
    async (newPassword) => {
      expect((await change(tenant.password, newPassword)).status).toBe(422)
      expect(await isSignedIn(browser)).toBe(true)
    },
  )

  it('is for the signed-in', async () => {
    const body = { currentPassword: tenant.password, newPassword: 'gulls over the quay' }
    expect((await command.browser().put('/api/auth/password', body)).status).toBe(401)
  })
})

describe('POST /api/auth/logout/everywhere', () => {
  it('ends all sessions of this user, in every process, and nobody else’s', async () => {
    const other = await world.start()
    const elsewhere = other.browser()
    const stranger = command.browser()
    await elsewhere.signIn(tenant)
    await stranger.signIn(await world.tenant(command))
    const answer = await browser.post('/api/auth/logout/everywhere')
    expect([answer.status, answer.body]).toEqual([200, { signedOut: true }])
    expect(browser.cookies.has('forecourt.sid')).toBe(false)
    expect(await isSignedIn(elsewhere)).toBe(false)
    expect(await isSignedIn(stranger)).toBe(true)
    expect((await browser.post('/api/auth/logout/everywhere')).status).toBe(401)
  })
})

describe('POST /api/auth/password/forgotten', () => {
  it('asks for a mail to whoever has such an account, and to nobody else; the answer is the same', async () => {
    const { email, slug: businessSlug } = tenant
    const elsewhere = await world.tenant(command, 'Northern Wheels')
    const gone = await world.tenant(command, 'Gone Rentals')
    await deactivateBusiness(command.core, command.pool, world.call(), gone.businessId, 'test')
    const fired = await world.tenant(command, 'Fired Staff')
    await deactivateUser(command.core, command.pool, world.call(), fired.userId, { reason: 'test' })
    const before = (await world.events()).length
    const strangers = [
      { email: 'nobody@example.com', businessSlug },
      { email, businessSlug: elsewhere.slug },
      { email, businessSlug: 'no-such-business' },
      { email, businessSlug: 'Not A Slug!' },
      { email: 'no address at all', businessSlug },
      { email: gone.email, businessSlug: gone.slug },
      { email: fired.email, businessSlug: fired.slug },
    ]
    const answers = await Promise.all(strangers.map((body) => forgotten(body)))
    expect(await world.events()).toHaveLength(before)
    const known = await forgotten({ email: ` ${email.toUpperCase()} `, businessSlug })
    expect([known.status, known.body]).toEqual([200, { accepted: true }])
    expect(new Set([known, ...answers].map(print)).size).toBe(1)
    expect(known.headers.getSetCookie()).toEqual([])
    expect(known.headers.get('x-log-position')).toBeNull()
    expect((await typesOf(tenant)).at(-1)).toBe('UserPasswordResetRequested')
  })

  it('answers a key that was used for another account as it answers any', async () => {
    const { email, slug: businessSlug } = tenant
    const headers = { 'idempotency-key': randomUUID() }
    const answers = []
    for (const body of [
      { email, businessSlug },
      { email, businessSlug },
      { email: 'nobody@example.com', businessSlug },
    ]) {
      answers.push(await forgotten(body, command.browser(), headers))
    }
    expect(new Set(answers.map(print)).size).toBe(1)
  })

  it('mails one account five times an hour and no more, and nobody is told', async () => {
    const limited = await world.start({ rateLimitFactor: 1 })
    const { email, slug: businessSlug } = tenant
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => forgotten({ email, businessSlug }, limited.browser())),
    )
    expect(new Set(answers.map(print)).size).toBe(1)
    const asked = (await typesOf(tenant)).filter((type) => type === 'UserPasswordResetRequested')
    expect(asked).toHaveLength(5)
  })

  it('is limited an address', async () => {
    const limited = await world.start({ rateLimitFactor: 0.1 })
    const ask = () => forgotten({ email: 'nobody@example.com', businessSlug: tenant.slug }, limited.browser())
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
    const refused = await ask()
    expect([refused.status, refused.problem.code]).toEqual([429, 'too-many-requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.each([{}, { email: 'a@example.com' }, { email: 1, businessSlug: [] }, { email: 'a', businessSlug: 'b', x: 1 }])(
    'refuses %j',
    async (body) => {
      expect((await forgotten(body)).status).toBe(422)
    },
  )
})

describe('what is done evenly', () => {
  it('is over a whole number of ticks after it began, whether it took long, not long, or failed', async () => {
    const tick = 60
    const took = async (work: () => Promise<void>) => {
      const began = performance.now()
      await evenly(work, tick).catch(() => {})
      return performance.now() - began
    }
    for (const work of [
      async () => {},
      () => pause(10, undefined),
      () => pause(30, undefined),
      async () => {
        throw new Error('no')
      },
    ]) {
      // A timer may be a millisecond early by this clock.
      expect(await took(work)).toBeGreaterThanOrEqual(tick - 2)
    }
    expect(await took(() => pause(tick + 10, undefined))).toBeGreaterThanOrEqual(2 * tick - 2)
  })
})
