import { randomUUID } from 'node:crypto'
import { businessStream, userStream } from '@forecourt/domain/streams.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runFinishing } from '../finish-begun.ts'
import { createCore } from '../log/core.ts'
import { type Browser, idOf } from '../testing/browser.ts'
import { letInHalfWay, shutOutHalfWay } from '../testing/half-way.ts'
import { changeStatus, colleagueOf, factsOf, tokenOf } from '../testing/staff.ts'
import { createWorld, type Running, type Tenant, type World } from '../testing/world.ts'
import { deactivateUser } from './deactivate.ts'
import { finishReactivations } from './finish-staff-status.ts'
import { setPassword } from './set-password.ts'
import { checkSignIn } from './sign-in.ts'
import { deactivateStaff, letUserIn, reactivateStaff } from './staff.ts'

/** As `forecourt deactivate-staff` does it. */
const BY_OPERATOR = { reason: 'test', evenIfOut: true }

let world: World
let command: Running
let tenant: Tenant
let owner: Browser

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
})
beforeEach(async () => {
  tenant = await world.tenant(command)
  owner = command.browser()
  await owner.signIn(tenant)
})
afterAll(() => world.stop())

const quiet = createLog({ service: 'test', level: 'silent' })
const isSignedIn = async (browser: Browser) =>
  (await browser.put(`/api/admin/bookings/${randomUUID()}`, { status: 'approved' })).status === 404
const status = changeStatus
const typesOf = async (userId: string) => (await factsOf(userId, world)).map(({ type }) => type)
const colleague = (of: Tenant = tenant) => colleagueOf(of, command, world)

/** Somebody who has signed in where that is not limited, and asks a process where all else is. */
async function signedInTo(who: Tenant, limited: Running): Promise<Browser> {
  const [before, after] = [command.browser(), limited.browser()]
  await before.signIn(who)
  for (const [name, value] of before.cookies) after.cookies.set(name, value)
  return after
}

describe('POST /api/admin/staff', () => {
  it('makes an account without a password: it cannot be signed in to before one is chosen by the mailed link', async () => {
    const email = `robin-${randomUUID()}@example.com`
    const invited = await owner.post('/api/admin/staff', { email, firstName: 'Robin' })
    const id = idOf(invited)
    expect([invited.status, invited.body]).toEqual([201, { id, status: 'invited' }])
    expect(await typesOf(id)).toEqual(['UserRegistered', 'UserInvited'])
    const who = { ...tenant, email, password: 'gulls over the quay' }
    expect((await command.browser().signIn(who)).status).toBe(401)
    const token = await tokenOf(id, command, world)
    const chosen = await command.browser().post('/api/auth/password/reset', { token, password: who.password })
    expect([chosen.status, chosen.body]).toEqual([200, { changed: true }])
    expect((await command.browser().signIn(who)).status).toBe(200)
    expect(await typesOf(id)).toEqual(['UserRegistered', 'UserInvited', 'UserPasswordChanged', 'UserSignedIn'])
  })

  it('seals who they are: neither address nor name is in the log', async () => {
    const email = `canary-${randomUUID()}@example.com`
    const id = idOf(await owner.post('/api/admin/staff', { email, firstName: 'Canary First', lastName: 'Canary Last' }))
    const told = JSON.stringify((await factsOf(id, world)).map(({ data, metadata }) => [data, metadata]))
    for (const text of [email, 'Canary First', 'Canary Last']) expect(told).not.toContain(text)
    expect(told).toContain(tenant.userId)
  })

  it('with the same key adds them once, also in two processes at once; with another address 422', async () => {
    const other = (await world.start()).browser()
    await other.signIn(tenant)
    const headers = { 'idempotency-key': randomUUID() }
    const body = { email: `${randomUUID()}@example.com` }
    const answers = await Promise.all([owner, owner, other].map((by) => by.post('/api/admin/staff', body, { headers })))
    expect(answers.map(({ status: code }) => code)).toEqual([201, 201, 201])
    expect(new Set(answers.map(idOf)).size).toBe(1)
    expect(await typesOf(idOf(answers[0] ?? (await owner.post('/'))))).toEqual(['UserRegistered', 'UserInvited'])
    const another = { email: `${randomUUID()}@example.com` }
    const refused = await owner.post('/api/admin/staff', another, { headers })
    expect([refused.status, refused.problem.code]).toEqual([422, 'idempotency-key-reused'])
    expect((await owner.post('/api/admin/staff', another)).status).toBe(201)
  })

  it('refuses an address that somebody signs in with, wherever and however it is written, and tells no more of whom', async () => {
    const elsewhere = await world.tenant(command, 'Northern Wheels')
    const answers = new Set<string>()
    for (const email of [tenant.email, tenant.email.toUpperCase(), elsewhere.email]) {
      const refused = await owner.post('/api/admin/staff', { email })
      expect([refused.status, refused.problem.code]).toEqual([409, 'email-taken'])
      answers.add(refused.text)
    }
    expect([...answers], 'the same, whoever has it').toHaveLength(1)
  })

  it.each([
    {},
    { email: 'a@b.co, evil@x.example' },
    { email: 'a@example.com', role: 'admin' },
    { email: 'a@example.com', isAdmin: true },
    { email: 'a@example.com', password: 'chosen by another' },
    { email: 'a@example.com', businessId: randomUUID() },
    { email: 'a@example.com', firstName: 'x\r\ny' },
  ])('refuses %j', async (body) => {
    expect((await owner.post('/api/admin/staff', body)).status).toBe(422)
  })
})

describe('PUT /api/admin/staff/{id}/status', () => {
  it('shuts a colleague out at once, in every process, and lets them in again', async () => {
    const ben = await colleague()
    const other = await world.start()
    const [here, there] = [command.browser(), other.browser()]
    await here.signIn(ben)
    await there.signIn(ben)
    const answer = await status(owner, ben.userId, 'deactivated')
    expect([answer.status, answer.body]).toEqual([200, { id: ben.userId, status: 'deactivated' }])
    for (const browser of [here, there]) expect(await isSignedIn(browser)).toBe(false)
    expect((await command.browser().signIn(ben)).status).toBe(401)
    expect((await status(owner, ben.userId, 'deactivated')).status).toBe(200)
    expect((await status(owner, ben.userId, 'active')).body).toEqual({ id: ben.userId, status: 'active' })
    expect((await command.browser().signIn(ben)).status).toBe(200)
    expect(await typesOf(ben.userId)).toEqual([
      'UserRegistered',
      'UserSignedIn',
      'UserSignedIn',
      'UserDeactivated',
      'UserReactivated',
      'UserSignedIn',
    ])
    const ofBusiness = (await world.events()).filter(({ stream }) => stream === businessStream(tenant.businessId))
    expect(ofBusiness.map(({ type }) => type).slice(-2)).toEqual([
      'BusinessMemberDeactivated',
      'BusinessMemberReactivated',
    ])
  })

  it('shuts nobody out who would be the last, and nobody themselves', async () => {
    const refused = await status(owner, tenant.userId, 'deactivated')
    expect([refused.status, refused.problem.code]).toEqual([409, 'own-account'])
    // Whoever has only been invited cannot sign in: they do not count.
    await owner.post('/api/admin/staff', { email: `${randomUUID()}@example.com` })
    const ben = await colleague()
    const bens = command.browser()
    await bens.signIn(ben)
    expect((await status(owner, ben.userId, 'deactivated')).status).toBe(200)
    expect((await status(bens, tenant.userId, 'deactivated')).status).toBe(401)
  })

  it('by the last two of each other at once: one wins, whichever process they ask', async () => {
    const other = await world.start()
    for (let round = 0; round < 10; round += 1) {
      const two = await world.tenant(command, 'Two Of Us')
      const ben = await colleague(two)
      const [ada, bens] = [command.browser(), other.browser()]
      await ada.signIn(two)
      await bens.signIn(ben)
      const answers = await Promise.all([
        status(ada, ben.userId, 'deactivated'),
        status(bens, two.userId, 'deactivated'),
      ])
      const codes = answers.map((answer) => answer.status)
      expect(codes.filter((code) => code === 200)).toHaveLength(1)
      expect([401, 409]).toContain(codes.find((code) => code !== 200))
      const survivors = await Promise.all([two, ben].map(async (who) => (await command.browser().signIn(who)).status))
      expect(survivors.filter((code) => code === 200)).toHaveLength(1)
    }
  })

  it('goes on where it stopped when it died between the business’s fact and theirs, and lets nobody in meanwhile', async () => {
    const ben = await colleague()
    const bens = command.browser()
    await bens.signIn(ben)
    await shutOutHalfWay(command.core, world.call(), { ...tenant, userId: ben.userId, by: tenant.userId })
    expect(await isSignedIn(bens)).toBe(false)
    expect((await command.browser().signIn(ben)).status).toBe(401)
    expect(await typesOf(ben.userId)).not.toContain('UserDeactivated')
    expect((await status(owner, ben.userId, 'deactivated')).status).toBe(200)
    expect((await typesOf(ben.userId)).at(-1)).toBe('UserDeactivated')
  })

  it('which died before any session was ended leaves none for when they are let in again', async () => {
    const ben = await colleague()
    const bens = command.browser()
    await bens.signIn(ben)
    const { rows } = await command.pool.query(`select * from sessions where sess -> 'member' ->> 'userId' = $1`, [
      ben.userId,
    ])
    await status(owner, ben.userId, 'deactivated')
    // As it was before.
    await command.pool.query('insert into sessions (sid, sess, expire) values ($1, $2, $3)', [
      rows[0]?.sid,
      rows[0]?.sess,
      rows[0]?.expire,
    ])
    expect((await status(owner, ben.userId, 'active')).status).toBe(200)
    expect(await isSignedIn(bens)).toBe(false)
  })

  it('which died between the two is finished by any process: sessions end, and it is written down', async () => {
    const ben = await colleague()
    await command.browser().signIn(ben)
    await shutOutHalfWay(command.core, world.call(), { ...tenant, userId: ben.userId, by: tenant.userId })
    const sessions = async () =>
      (await command.pool.query(`select from sessions where sess -> 'member' ->> 'userId' = $1`, [ben.userId])).rowCount
    expect(await sessions()).toBe(1)
    const ending = new AbortController()
    const other = await world.start()
    const finishing = runFinishing({ ...other, now: () => world.clock.now, say: quiet, every: 50 }, ending.signal)
    try {
      await expect.poll(async () => (await typesOf(ben.userId)).at(-1)).toBe('UserDeactivated')
      await expect.poll(sessions).toBe(0)
    } finally {
      ending.abort()
      await finishing
    }
  })

  it('which died between the two, asked again under its key, is too late once a colleague has let them in', async () => {
    const ben = await colleague()
    const call = world.call(randomUUID())
    const shutOut = async (log: EventLog) =>
      await deactivateStaff(createCore({ ...command.core, log }), command.pool, call, { ...ben, by: tenant.userId })
    const dying: EventLog = {
      ...command.core.log,
      async append(stream, ...asked) {
        if (stream === userStream(ben.userId)) throw new Error('killed')
        return await command.core.log.append(stream, ...asked)
      },
    }
    await expect(shutOut(dying)).rejects.toThrow('killed')
    expect((await status(owner, ben.userId, 'active')).body).toEqual({ id: ben.userId, status: 'active' })
    const bens = command.browser()
    await bens.signIn(ben)

    expect(await shutOut(command.core.log)).toMatchObject({ ok: true, answer: { status: 'active' } })

    expect(await isSignedIn(bens)).toBe(true)
    expect(await typesOf(ben.userId)).toEqual(['UserRegistered', 'UserSignedIn'])
  })

  it.each([
    ['leaves them in', async () => undefined, ['UserDeactivated', 'UserReactivated', 'UserSignedIn'], 200],
    [
      'leaves them out when an operator has shut them out after that',
      async (userId: Tenant['userId']) =>
        await deactivateUser(command.core, command.pool, world.call(), userId, BY_OPERATOR),
      ['UserDeactivated', 'UserDeactivated'],
      401,
    ],
  ])('of whom a colleague lets in at that moment %s', async (_title, then, types, code) => {
    const ben = await colleague()
    const log: EventLog = {
      ...command.core.log,
      async append(stream, ...asked) {
        if (stream !== userStream(ben.userId)) return await command.core.log.append(stream, ...asked)
        // Their own stream is asked for nothing then: it does not say yet that they are out.
        if ((await typesOf(ben.userId)).length === 1) await status(owner, ben.userId, 'active')
        const appended = await command.core.log.append(stream, ...asked)
        await then(ben.userId)
        return appended
      },
    }
    const core = createCore({ ...command.core, log })
    await deactivateStaff(core, command.pool, world.call(), { ...ben, by: tenant.userId })
    // The command service hears of what this other core has written a moment later.
    await expect.poll(async () => (await command.browser().signIn(ben)).status).toBe(code)
    expect((await typesOf(ben.userId)).slice(1)).toEqual(types)
  })

  it('to let somebody in holds at once, also where it has not been heard of yet', async () => {
    const ben = await colleague()
    const late = createCore(command.core)
    await status(owner, ben.userId, 'deactivated')
    await Promise.all([late.users.load(userStream(ben.userId)), late.businesses.load(businessStream(ben.businessId))])
    await status(owner, ben.userId, 'active')
    late.hearing.heard()
    const { email, password, slug: businessSlug } = ben
    expect(await checkSignIn(late, command.pool, { email, password, businessSlug })).toMatchObject({
      userId: ben.userId,
    })
  })

  it('to let somebody in, which died between the business’s fact and theirs, is finished by any process', async () => {
    const ben = await colleague()
    await status(owner, ben.userId, 'deactivated')
    await letInHalfWay(command.core, world.call(), ben)
    expect((await command.browser().signIn(ben)).status).toBe(401)
    const ending = new AbortController()
    const other = await world.start()
    const finishing = runFinishing({ ...other, now: () => world.clock.now, say: quiet, every: 50 }, ending.signal)
    try {
      await expect.poll(async () => (await command.browser().signIn(ben)).status).toBe(200)
    } finally {
      ending.abort()
      await finishing
    }
    expect((await typesOf(ben.userId)).slice(1)).toEqual(['UserDeactivated', 'UserReactivated', 'UserSignedIn'])
  })

  it('to let somebody in is not finished for whom anybody has shut out since', async () => {
    const [byStaff, byOperator] = [await colleague(), await colleague()]
    for (const { userId } of [byStaff, byOperator]) await status(owner, userId, 'deactivated')
    await letInHalfWay(command.core, world.call(), byStaff)
    await shutOutHalfWay(command.core, world.call(), { ...byStaff, by: tenant.userId })
    await status(owner, byOperator.userId, 'active')
    await deactivateUser(command.core, command.pool, world.call(), byOperator.userId, BY_OPERATOR)
    await finishReactivations(await world.start(), () => world.clock.now, quiet)
    for (const { userId } of [byStaff, byOperator]) expect((await typesOf(userId)).at(-1)).toBe('UserDeactivated')
  })

  it('to let somebody in, which stopped half-way, does not let in whom an operator shuts out after that', async () => {
    const ben = await colleague()
    await status(owner, ben.userId, 'deactivated')
    await letInHalfWay(command.core, world.call(), ben)
    await deactivateUser(command.core, command.pool, world.call(), ben.userId, BY_OPERATOR)
    await finishReactivations(await world.start(), () => world.clock.now, quiet)
    expect((await typesOf(ben.userId)).at(-1)).toBe('UserDeactivated')
    expect((await command.browser().signIn(ben)).status).toBe(401)
  })

  it('is looked for through the whole log once, and not again through what nobody looks for there', async () => {
    const process = await world.start()
    await finishReactivations(process, () => world.clock.now, quiet)
    await world.vehicle(process, tenant)
    await finishReactivations(process, () => world.clock.now, quiet)
    const { rows } = await process.pool.query<{ position: string }>(
      "select position::text from reactions.checkpoint where reactor = 'reactivations'",
    )
    expect(rows[0]?.position).toBe(String(await process.core.log.head()))
  })

  it('to let somebody in, whom another process shuts out at that moment, leaves them shut out', async () => {
    const ben = await colleague()
    await status(owner, ben.userId, 'deactivated')
    await letInHalfWay(command.core, world.call(), ben)
    const log: EventLog = {
      ...command.core.log,
      async append(stream, ...asked) {
        // Their own stream is asked for nothing then: it says already that they are out.
        if (stream === userStream(ben.userId)) await status(owner, ben.userId, 'deactivated')
        return await command.core.log.append(stream, ...asked)
      },
    }
    await letUserIn(createCore({ ...command.core, log }), command.pool, world.call(), { ...ben, letInAt: undefined })
    expect((await typesOf(ben.userId)).slice(1)).toEqual(['UserDeactivated', 'UserReactivated', 'UserDeactivated'])
    expect((await command.browser().signIn(ben)).status).toBe(401)
  })

  it('to let somebody in, whom an operator shuts out at that moment, leaves them shut out', async () => {
    const ben = await colleague()
    await status(owner, ben.userId, 'deactivated')
    await letInHalfWay(command.core, world.call(), ben)
    const letInAt = await command.core.log.head()
    let hasShutOut = false
    const log: EventLog = {
      ...command.core.log,
      async append(stream, ...asked) {
        if (stream === userStream(ben.userId) && !hasShutOut) {
          hasShutOut = true
          await deactivateUser(command.core, command.pool, world.call(), ben.userId, BY_OPERATOR)
        }
        return await command.core.log.append(stream, ...asked)
      },
    }
    await letUserIn(createCore({ ...command.core, log }), command.pool, world.call(), { ...ben, letInAt })
    expect((await typesOf(ben.userId)).slice(1)).toEqual(['UserDeactivated', 'UserDeactivated'])
    expect((await command.browser().signIn(ben)).status).toBe(401)
  })

  it('makes a colleague of another business as absent as nobody', async () => {
    const elsewhere = await world.tenant(command, 'Northern Wheels')
    const before = (await world.events()).length
    const texts = new Set<string>()
    for (const id of [elsewhere.userId, randomUUID(), 'x', tenant.businessId]) {
      for (const wanted of ['active', 'deactivated'] as const) {
        const answer = await status(owner, id, wanted)
        texts.add(`${answer.status} ${answer.text}`)
      }
      const answer = await owner.post(`/api/admin/staff/${id}/password-link`)
      texts.add(`${answer.status} ${answer.text}`)
    }
    expect(texts.size).toBe(1)
    expect([...texts][0]).toMatch(/^404 /)
    expect(await world.events()).toHaveLength(before)
  })

  it('with the same key again answers the same and writes nothing', async () => {
    const ben = await colleague()
    const headers = { 'idempotency-key': randomUUID() }
    const path = `/api/admin/staff/${ben.userId}/status`
    const first = await owner.put(path, { status: 'deactivated' }, { headers })
    await status(owner, ben.userId, 'active')
    const before = (await world.events()).length
    const again = await owner.put(path, { status: 'deactivated' }, { headers })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await owner.put(path, { status: 'active' }, { headers })).problem.code).toBe('idempotency-key-reused')
    expect(await world.events()).toHaveLength(before)
    expect((await command.browser().signIn(ben)).status).toBe(200)
  })

  it('with the same key again answers the same, of somebody who was let in, too, whatever has become of them', async () => {
    const ben = await colleague()
    const invited = idOf(await owner.post('/api/admin/staff', { email: `${randomUUID()}@example.com` }))
    for (const [id, expected] of [
      [ben.userId, 'active'],
      [invited, 'invited'],
    ] as const) {
      await status(owner, id, 'deactivated')
      const headers = { 'idempotency-key': randomUUID() }
      const letIn = async () => await owner.put(`/api/admin/staff/${id}/status`, { status: 'active' }, { headers })
      const first = await letIn()
      expect(first.body).toEqual({ id, status: expected })
      await status(owner, id, 'deactivated')
      const before = (await world.events()).length
      const again = await letIn()
      expect([again.status, again.body]).toEqual([200, first.body])
      expect(again.headers.get('x-log-position')).toBe(first.headers.get('x-log-position'))
      expect(await world.events()).toHaveLength(before)
    }
  })

  it('with the same key again is answered “invited” of whom it let in without a password, once they have one, too', async () => {
    const email = `${randomUUID()}@example.com`
    const invited = idOf(await owner.post('/api/admin/staff', { email }))
    await status(owner, invited, 'deactivated')
    const headers = { 'idempotency-key': randomUUID() }
    const letIn = async () => await owner.put(`/api/admin/staff/${invited}/status`, { status: 'active' }, { headers })
    expect((await letIn()).body).toEqual({ id: invited, status: 'invited' })
    const chosen = { email, password: 'a password of theirs' }
    expect(await setPassword(command.core, command.pool, world.call(), chosen)).toMatchObject({ ok: true })
    expect((await letIn()).body).toEqual({ id: invited, status: 'invited' })
  })
})

describe('POST /api/admin/staff/{id}/password-link', () => {
  it('asks for a link by mail: an invitation until there is a password, a reset from then on', async () => {
    const invited = idOf(await owner.post('/api/admin/staff', { email: `${randomUUID()}@example.com` }))
    const sent = await owner.post(`/api/admin/staff/${invited}/password-link`)
    expect([sent.status, sent.body]).toEqual([200, { id: invited, sent: true }])
    expect(await typesOf(invited)).toEqual(['UserRegistered', 'UserInvited', 'UserInvited'])
    const ben = await colleague()
    await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
    expect(await typesOf(ben.userId)).toEqual(['UserRegistered', 'UserPasswordResetRequested'])
  })

  it('is refused for whoever is shut out', async () => {
    const ben = await colleague()
    await status(owner, ben.userId, 'deactivated')
    const refused = await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
    expect([refused.status, refused.problem.code]).toEqual([409, 'user-inactive'])
  })

  it.each(['lets them in again', 'mails them a link with which they choose a password'])(
    'lets somebody sign in who has tried too often while they were shut out, when a colleague %s',
    async (how) => {
      const limited = await world.start({ rateLimitFactor: 1 })
      const by = await signedInTo(tenant, limited)
      const ben = await colleague()
      const signIn = async (password = ben.password) => (await limited.browser().signIn({ ...ben, password })).status
      const letIn = async () => {
        await status(by, ben.userId, 'active')
        return ben.password
      }
      const mailLink = async () => {
        // By an operator, who has no part in how often they have tried.
        await reactivateStaff(command.core, command.pool, world.call(), ben)
        await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
        const chosen = { token: await tokenOf(ben.userId, command, world), password: 'gulls over the quay' }
        await limited.browser().post('/api/auth/password/reset', chosen)
        return chosen.password
      }
      await status(owner, ben.userId, 'deactivated')
      for (let tries = 0; tries < 10; tries += 1) expect(await signIn()).toBe(401)
      expect(await signIn()).toBe(429)
      const password = await (how === 'lets them in again' ? letIn() : mailLink())
      expect(await signIn(password)).toBe(200)
    },
  )

  it('does not let anybody go on guessing who lets in a colleague, or themselves, who is in already', async () => {
    const limited = await world.start({ rateLimitFactor: 1 })
    const by = await signedInTo(tenant, limited)
    const guess = async () => (await limited.browser().signIn({ ...tenant, password: 'a guess' })).status
    for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
    expect((await status(by, tenant.userId, 'active')).status).toBe(200)
    expect(await guess()).toBe(429)
  })

  it('and invitations are limited a business: nobody fills strangers’ mailboxes from here', async () => {
    const limited = await world.start({ rateLimitFactor: 3 / 60 })
    const [mine, theirs] = [await world.tenant(limited), await world.tenant(limited)]
    const by = await signedInTo(mine, limited)
    const invite = () => by.post('/api/admin/staff', { email: `${randomUUID()}@example.com` })
    for (let turn = 0; turn < 3; turn += 1) expect((await invite()).status).toBe(201)
    const refused = await invite()
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    const others = await signedInTo(theirs, limited)
    expect((await others.post('/api/admin/staff', { email: `${randomUUID()}@example.com` })).status).toBe(201)
  })
})
