import { randomUUID } from 'node:crypto'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { UserId } from '@forecourt/domain/ids.ts'
import { userStream } from '@forecourt/domain/streams.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'
import { sign } from 'cookie-signature'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { deactivateBusiness } from '../business/deactivate.ts'
import { createCore } from '../log/core.ts'
import { shutOutHalfWay } from '../testing/half-way.ts'
import { bookingOf, type Running, type Tenant } from '../testing/world.ts'
import { worldOfFile } from '../testing/world-of-file.ts'
import { addStaff } from './add-staff.ts'
import { deactivateUser } from './deactivate.ts'
import { hashPassword } from './password.ts'
import { setPassword } from './set-password.ts'
import { loginHmacOf } from './sign-in.ts'

const START = new Date('2026-11-21T09:00:00Z')
const HOUR = 60 * 60 * 1000

const { world, command, tenant } = await worldOfFile()

beforeEach(() => {
  world.clock.now = START
})

const sessions = async () => {
  const { rows } = await command.pool.query<{ sid: string; sess: unknown; idle: number }>(
    `select sid, sess, extract(epoch from expire - now())::float as idle from public.sessions`,
  )
  return rows
}

/** Whether the browser is still signed in: a change of a booking that is not there is 404 for staff, 401 for others. */
const isSignedIn = async (browser: ReturnType<Running['browser']>) =>
  (await browser.put(`/api/admin/bookings/${randomUUID()}`, { status: 'approved' })).status === 404

const sessionsOf = async ({ userId }: Tenant) =>
  (await sessions()).filter(({ sess }) => JSON.stringify(sess).includes(userId)).length

/** How many statements like this wait for somebody's lock. */
const waitingFor = async (statement: string) => {
  const { rows } = await command.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [statement],
  )
  return rows.length
}

/**
 * A sign-in that waits for its session to begin: the password was checked, and the sign-in recorded.
 * @param by the statement whose transaction it waits for, with the user's id
 */
async function heldUp(who: Tenant, by = 'select from public.credentials where user_id = $1 for update') {
  const holding = await command.pool.connect()
  await holding.query('begin')
  await holding.query(by, [who.userId])
  const signingIn = command.browser().signIn(who)
  await expect.poll(() => waitingFor('%for share%')).toBe(1)
  const letGo = async () => {
    await holding.query('commit')
    holding.release()
  }
  return { signingIn, letGo }
}

/** Nobody's id. */
const randomUser = () => UserId.parse(randomUUID())

/** How many tries to sign in are counted for an account; undefined when there never was one. */
const tries = async ({ email }: Tenant) => {
  const { rows } = await command.pool.query<{ points: number }>(
    'select points from public.sign_in_attempts where key = $1',
    [`account:${loginHmacOf(command.core, email)}`],
  )
  return rows[0]?.points
}

/** Median time of a sign-in, in milliseconds. */
/** Milliseconds of the processor that a sign-in costs, in the middle of several: the wall's clock tells of others' work too. */
const cost = async (who: { email: string; password: string; slug: string }) => {
  const times: number[] = []
  for (let i = 0; i < 7; i += 1) {
    const before = process.cpuUsage()
    await command.browser().signIn(who)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return times.toSorted((a, b) => a - b)[3] ?? 0
}

describe('POST /api/auth/login', () => {
  it('answers with who signed in, makes a session row and records the sign-in without its id', async () => {
    const browser = command.browser()
    const answer = await browser.signIn(tenant)
    expect([answer.status, answer.body]).toEqual([200, { userId: tenant.userId, businessId: tenant.businessId }])
    const [cookie] = answer.headers.getSetCookie().filter((each) => each.startsWith('forecourt.sid='))
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const sid = decodeURIComponent(browser.cookies.get('forecourt.sid') ?? '')
      .slice(2)
      .split('.')[0]
    const row = (await sessions()).find((each) => each.sid === sid)
    expect(row?.sess).toMatchObject({
      member: { userId: tenant.userId, businessId: tenant.businessId, signedInAt: START.toISOString() },
    })
    expect(row?.idle).toBeGreaterThan(7_100)
    expect(row?.idle).toBeLessThanOrEqual(7201)
    const events = await world.events()
    expect(events.at(-1)?.type).toBe('UserSignedIn')
    expect(JSON.stringify(events.map(({ data, metadata }) => [data, metadata]))).not.toContain(sid)
    expect(String(events.at(-1)?.position)).toBe(answer.headers.get('x-log-position'))
  })

  it('gives one answer for unknown user, wrong password, wrong business, and inactive user or business', async () => {
    const elsewhere = await world.tenant(command, 'Northern Wheels')
    const gone = await world.tenant(command, 'Gone Rentals')
    await deactivateBusiness(command.core, command.pool, world.call(), gone.businessId, 'test')
    const fired = await world.tenant(command, 'Fired Staff')
    await deactivateUser(command.core, command.pool, world.call(), fired.userId, { reason: 'test' })
    const answers = await Promise.all(
      [
        { ...tenant, email: 'nobody@example.com' },
        { ...tenant, password: 'wrong' },
        { ...tenant, slug: elsewhere.slug },
        { ...tenant, slug: 'no-such-business' },
        { ...tenant, slug: 'Not A Slug!' },
        gone,
        fired,
      ].map((who) => command.browser().signIn(who)),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect([answers[0]?.status, answers[0]?.problem.message]).toEqual([401, 'Invalid credentials'])
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
  })

  it('that cannot store the session is 503, and leaves the browser with no cookie of a session that there is not', async () => {
    await command.pool.query(`
      create function public.no_room() returns trigger language plpgsql as
        $$ begin raise exception 'no room' using errcode = '53100'; end $$;
      create trigger no_room before insert on public.sessions for each row execute function public.no_room()`)
    onTestFinished(() => command.pool.query('drop function if exists public.no_room() cascade').then(() => undefined))
    const browser = command.browser()
    const failed = await browser.signIn(tenant)
    expect([failed.status, failed.headers.getSetCookie()]).toEqual([503, []])

    await command.pool.query('drop function public.no_room() cascade')
    expect((await browser.signIn(tenant)).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('that could not be checked, as too many passwords are, counts as no failed one', async () => {
    const limited = await world.start({ rateLimitFactor: 1 })
    const somebody = await world.tenant(limited, 'Busy Mornings')
    const leaving = new AbortController()
    const crowd = Array.from({ length: 150 }, async () => {
      while (!leaving.signal.aborted) {
        await hashPassword('somebody else’s').catch(() => {})
        await turnOfTheLoop()
      }
    })
    try {
      for (let unchecked = 0; unchecked < 11; ) {
        const { status } = await limited.browser().signIn(somebody)
        expect([200, 503]).toContain(status)
        if (status === 503) unchecked += 1
      }
    } finally {
      leaving.abort()
      await Promise.all(crowd)
    }
    expect((await limited.browser().signIn(somebody)).status).toBe(200)
  })

  it('costs as much for an unknown user as for a wrong password', async () => {
    const wrong = await cost({ ...tenant, password: 'wrong' })
    const unknown = await cost({ ...tenant, email: 'nobody@example.com' })
    // Without a hash for nobody the ratio is five or more.
    expect(Math.max(wrong, unknown) / Math.min(wrong, unknown)).toBeLessThan(4)
  })

  it('takes the address in any case and spacing', async () => {
    const answer = await command.browser().signIn({ ...tenant, email: ` ${tenant.email.toUpperCase()} ` })
    expect(answer.status).toBe(200)
  })

  it.each([{}, { email: 'a' }, { email: 1, password: [], businessSlug: null }])('refuses %j with 422', async (body) => {
    expect((await command.browser().post('/api/auth/login', body)).status).toBe(422)
  })

  it('with a malformed Idempotency-Key is 400 whatever the password, is not recorded and counts as no try', async () => {
    const somebody = await world.tenant(command, 'Key Rentals')
    const before = (await world.events()).length
    for (const password of [somebody.password, 'wrong']) {
      const { email, slug: businessSlug } = somebody
      const headers = { 'idempotency-key': 'again!' }
      const answer = await command.browser().post('/api/auth/login', { email, password, businessSlug }, { headers })
      expect([answer.status, answer.problem.code]).toEqual([400, 'malformed-idempotency-key'])
    }
    expect(await world.events()).toHaveLength(before)
    expect(await tries(somebody)).toBeUndefined()
  })

  it('never takes the session id that a caller came with', async () => {
    const fixed = randomUUID()
    const browser = command.browser()
    browser.cookies.set(
      'forecourt.sid',
      encodeURIComponent(`s:${sign(fixed, 'a secret of at least thirty-two characters')}`),
    )
    await browser.signIn(tenant)
    expect(browser.cookies.get('forecourt.sid')).not.toContain(fixed)
    expect((await sessions()).map(({ sid }) => sid)).not.toContain(fixed)
    const before = browser.cookies.get('forecourt.sid')
    await browser.signIn(tenant)
    expect(browser.cookies.get('forecourt.sid')).not.toBe(before)
  })
})

describe('a session', () => {
  it('is made for members only: visitors get no cookie and leave no row', async () => {
    const before = (await sessions()).length
    const carId = await world.vehicle(command, tenant)
    const browser = command.browser()
    await browser.post('/api/bookings', bookingOf(carId, world.licence()))
    expect([...browser.cookies.keys()]).toEqual(['seen'])
    expect(await sessions()).toHaveLength(before)
  })

  it('ends at sign-out: the row is gone, also for whoever kept the cookie', async () => {
    const browser = command.browser()
    await browser.signIn(tenant)
    const kept = new Map(browser.cookies)
    const before = (await sessions()).length
    const answer = await browser.post('/api/auth/logout')
    expect([answer.status, answer.body]).toEqual([200, { signedOut: true }])
    expect(browser.cookies.has('forecourt.sid')).toBe(false)
    expect(await sessions()).toHaveLength(before - 1)
    const thief = command.browser()
    for (const [name, value] of kept) thief.cookies.set(name, value)
    expect(await isSignedIn(thief)).toBe(false)
    expect((await thief.post('/api/auth/logout')).status).toBe(200)
  })

  it('stays when a sign-out says more than it may', async () => {
    const browser = command.browser()
    await browser.signIn(tenant)
    const answer = await browser.post('/api/auth/logout', { everywhere: true })
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ path: 'everywhere', message: 'Unknown field' }]])
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('ends 12 hours after the sign-in, however busy', async () => {
    const browser = command.browser()
    await browser.signIn(tenant)
    world.clock.now = new Date(START.getTime() + 12 * HOUR - 1)
    expect(await isSignedIn(browser)).toBe(true)
    world.clock.now = new Date(START.getTime() + 12 * HOUR)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('ends after 2 hours without a call, and a call moves that', async () => {
    const browser = command.browser()
    await browser.signIn(tenant)
    await command.pool.query(`update public.sessions set expire = now() + interval '1 minute'`)
    expect(await isSignedIn(browser)).toBe(true)
    await expect.poll(async () => Math.max(...(await sessions()).map(({ idle }) => idle))).toBeGreaterThan(7_100)
    await command.pool.query(`update public.sessions set expire = now() - interval '1 second'`)
    await expect.poll(() => isSignedIn(browser)).toBe(false)
  })

  it('is remembered while the database tells which sessions end, and in no other case', async () => {
    const other = await world.start()
    const browser = other.browser()
    await browser.signIn(tenant)
    expect(await isSignedIn(browser)).toBe(true)
    await command.pool.query('delete from public.sessions')
    await expect.poll(() => isSignedIn(browser)).toBe(false)
    await browser.signIn(tenant)
    expect(await isSignedIn(browser)).toBe(true)
    // Its listening connection dies, and the session ends before anybody listens again.
    await command.pool.query(
      `with dead as (select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query = 'listen session_ended')
       delete from public.sessions where (select count(*) from dead) > 0`,
    )
    await expect.poll(() => isSignedIn(browser)).toBe(false)
  })

  it('with a forged or broken cookie is none', async () => {
    for (const value of ['s%3Aabc.forged', 'abc', '', '%E0%A4%A', 's%3A']) {
      const browser = command.browser()
      browser.cookies.set('forecourt.sid', value)
      expect(await isSignedIn(browser)).toBe(false)
    }
  })

  it('ends when the password changes', async () => {
    const somebody = await world.tenant(command, 'Password Rentals')
    const browser = command.browser()
    await browser.signIn(somebody)
    const changed = await setPassword(command.core, command.pool, world.call(), {
      email: somebody.email,
      password: 'another password',
    })
    expect(changed).toMatchObject({ ok: true, answer: { userId: somebody.userId } })
    expect(await isSignedIn(browser)).toBe(false)
    expect((await command.browser().signIn(somebody)).status).toBe(401)
    expect((await command.browser().signIn({ ...somebody, password: 'another password' })).status).toBe(200)
  })

  it('does not begin when the password changed after it was checked', async () => {
    const other = await world.start()
    const somebody = await world.tenant(command, 'Overtaken Rentals')
    // What is to be recorded of the sign-in has to wait for its turn: the password has been checked by then.
    const gate = Promise.withResolvers<void>()
    const held = command.core.inTurn(userStream(somebody.userId), () => gate.promise)
    const browser = command.browser()
    const signingIn = browser.signIn(somebody)
    await expect.poll(() => tries(somebody)).toBe(0)
    await setPassword(other.core, other.pool, world.call(), { email: somebody.email, password: 'another password' })
    gate.resolve()
    await held
    // The latter where its turn came too late.
    expect([401, 503]).toContain((await signingIn).status)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await sessionsOf(somebody)).toBe(0)
  })

  it('waits with its beginning for a change of password that is under way, and does not begin then', async () => {
    const somebody = await world.tenant(command, 'Waiting Rentals')
    const change = `update public.credentials set password_hash = 'another' where user_id = $1`
    const { signingIn, letGo } = await heldUp(somebody, change)
    await letGo()
    expect((await signingIn).status).toBe(401)
    expect(await sessionsOf(somebody)).toBe(0)
  })

  it('does not outlive a deactivation that was asked for while it began', async () => {
    const somebody = await world.tenant(command, 'Leaving Rentals')
    const { signingIn, letGo } = await heldUp(somebody)
    const leaving = deactivateUser(command.core, command.pool, world.call(), somebody.userId, { reason: 'test' })
    await expect.poll(() => waitingFor('%told_version + 1%')).toBe(1)
    await letGo()
    await Promise.all([signingIn, leaving])
    expect(await sessionsOf(somebody)).toBe(0)
  })

  it.each([
    [
      'its business was closed',
      (who: Tenant) => deactivateBusiness(command.core, command.pool, world.call(), who.businessId, 'test'),
    ],
    [
      'its user was shut out',
      (who: Tenant) => shutOutHalfWay(command.core, world.call(), { ...who, by: randomUser() }),
    ],
  ])('does not begin where %s after the password was checked', async (what, shutOut) => {
    const somebody = await world.tenant(command, `Late as ${what}`)
    const { signingIn, letGo } = await heldUp(somebody)
    await shutOut(somebody)
    await letGo()
    expect((await signingIn).status).toBe(401)
    expect(await sessionsOf(somebody)).toBe(0)
  })

  it('says that it began after its password was set, by whatever clock that was', async () => {
    const somebody = await world.tenant(command, 'Clockwork Rentals')
    const later = new Date(world.clock.now.getTime() + 25 * 60_000)
    await command.pool.query('update public.credentials set changed_at = $1 where user_id = $2', [
      later,
      somebody.userId,
    ])
    expect((await command.browser().signIn(somebody)).status).toBe(200)
    const { rows } = await command.pool.query(
      `select sess #>> '{member,signedInAt}' as at from public.sessions where sess #>> '{member,userId}' = $1`,
      [somebody.userId],
    )
    expect(rows).toEqual([{ at: later.toISOString() }])
  })

  it.each(['user', 'business'])('ends when the %s is deactivated, in every process', async (what) => {
    const other = await world.start()
    const somebody = await world.tenant(command, `Deactivated ${what}`)
    const here = command.browser()
    const there = other.browser()
    await here.signIn(somebody)
    await there.signIn(somebody)
    if (what === 'user')
      await deactivateUser(command.core, command.pool, world.call(), somebody.userId, { reason: 'test' })
    else await deactivateBusiness(command.core, command.pool, world.call(), somebody.businessId, 'test')
    expect(await isSignedIn(here)).toBe(false)
    expect(await isSignedIn(there)).toBe(false)
  })

  it('that was made while its user was being shut out opens nothing', async () => {
    const other = await world.start()
    const somebody = await world.tenant(command, 'Slow Sign-in')
    const browser = other.browser()
    await browser.signIn(somebody)
    const { rows } = await other.pool.query(`select * from public.sessions where sess -> 'member' ->> 'userId' = $1`, [
      somebody.userId,
    ])
    await deactivateUser(command.core, command.pool, world.call(), somebody.userId, { reason: 'test' })
    await other.pool.query('insert into public.sessions (sid, sess, expire) values ($1, $2, $3)', [
      rows[0]?.sid,
      rows[0]?.sess,
      rows[0]?.expire,
    ])
    await expect.poll(() => isSignedIn(browser)).toBe(false)
  })
})

describe('an account', () => {
  it('has an address that is unique on the platform', async () => {
    const elsewhere = await world.tenant(command, 'Northern Wheels')
    const staff = { businessId: elsewhere.businessId, email: tenant.email.toUpperCase(), password: 'x' }
    expect(await addStaff(command.core, command.pool, world.call(), staff)).toEqual({
      ok: false,
      refusal: { code: 'email-taken' },
    })
  })

  it('is made once by 8 who ask at once', async () => {
    const staff = { businessId: tenant.businessId, email: `${randomUUID()}@example.com`, password: 'one password' }
    const made = await Promise.all(
      Array.from({ length: 8 }, () => addStaff(command.core, command.pool, world.call(), staff)),
    )
    expect(made.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await command.browser().signIn({ ...staff, slug: tenant.slug })).status).toBe(200)
  })

  it('is finished by a second try when the first one died before the password was stored', async () => {
    const staff = { businessId: tenant.businessId, email: `${randomUUID()}@example.com`, password: 'one password' }
    const first = await addStaff(command.core, command.pool, world.call(), staff)
    if (!first.ok) throw new Error(first.refusal.code)
    await command.pool.query('delete from public.credentials where user_id = $1', [first.answer.userId])
    const second = await addStaff(command.core, command.pool, world.call(), staff)
    expect(second).toMatchObject({ ok: true, answer: first.answer })
    expect((await command.browser().signIn({ ...staff, slug: tenant.slug })).status).toBe(200)
  })

  it('that two businesses make at once is of the one that the log says: it signs in there, and the other one hears so', async () => {
    const elsewhere = await world.tenant(command, 'Northern Wheels')
    const staff = { email: `${randomUUID()}@example.com`, password: 'one password' }
    const here = { ...staff, businessId: tenant.businessId }
    const there = { ...staff, businessId: elsewhere.businessId, password: 'another password' }
    const [claimed, registered, refused] = [0, 1, 2].map(() => Promise.withResolvers<void>())
    if (!claimed || !registered || !refused) throw new Error('there are three of them')
    // The first one to claim the address is the second to register its user, and would be the first to store a password.
    const late: EventLog = {
      ...command.core.log,
      async append(stream, ...asked) {
        if (stream.startsWith('rent.user-')) {
          claimed.resolve()
          await registered.promise
        }
        return await command.core.log.append(stream, ...asked)
      },
    }
    const lateCore = createCore({ ...command.core, log: late })
    const waiting = Object.assign(Object.create(command.pool), {
      async query(...asked: [string, unknown[]]) {
        registered.resolve()
        await refused.promise
        return await command.pool.query(...asked)
      },
    })
    const loser = addStaff(lateCore, command.pool, world.call(), here).finally(refused.resolve)
    await claimed.promise
    const winner = addStaff(command.core, waiting, world.call(), there)
    expect(await loser).toEqual({ ok: false, refusal: { code: 'email-taken' } })
    expect(await winner).toMatchObject({ ok: true })
    expect((await command.browser().signIn({ ...there, slug: elsewhere.slug })).status).toBe(200)
    expect((await command.browser().signIn({ ...here, slug: tenant.slug })).status).toBe(401)
  })

  it('whose password another business has stored, which was refused, is usable when its own adds it again', async () => {
    const elsewhere = await world.tenant(command, 'Northern Wheels')
    const staff = { businessId: tenant.businessId, email: `${randomUUID()}@example.com`, password: 'one password' }
    const first = await addStaff(command.core, command.pool, world.call(), staff)
    if (!first.ok) throw new Error(first.refusal.code)
    const theirs = { ...staff, businessId: elsewhere.businessId, password: 'another password' }
    await command.pool.query(`update public.credentials set business_id = $2, password_hash = $3 where user_id = $1`, [
      first.answer.userId,
      elsewhere.businessId,
      await hashPassword(theirs.password),
    ])
    expect(await addStaff(command.core, command.pool, world.call(), theirs)).toMatchObject({ ok: false })
    expect(await addStaff(command.core, command.pool, world.call(), staff)).toMatchObject({
      ok: true,
      answer: first.answer,
    })
    expect((await command.browser().signIn({ ...staff, slug: tenant.slug })).status).toBe(200)
    expect((await command.browser().signIn({ ...theirs, slug: tenant.slug })).status).toBe(401)
    expect((await command.browser().signIn({ ...theirs, slug: elsewhere.slug })).status).toBe(401)
  })
})
