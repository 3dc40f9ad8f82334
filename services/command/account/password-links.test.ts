import { randomUUID } from 'node:crypto'
import { Unavailable } from '@forecourt/event-log/port.ts'
import { withOtherEnd } from '@forecourt/infra/testing/other-end.ts'
import { mintPasswordToken } from '@forecourt/kit/password-link.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCore } from '../log/core.ts'
import type { Browser } from '../testing/browser.ts'
import { changeStatus, colleagueOf, factsOf, tokenOf } from '../testing/staff.ts'
import { worldOfFile } from '../testing/world-of-file.ts'
import { choosePassword } from './choose-password.ts'
import { finishPasswords } from './finish-passwords.ts'

const { world, command, tenant } = await worldOfFile()
let owner: Browser

beforeEach(async () => {
  owner = command.browser()
  await owner.signIn(tenant)
})

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const HOUR = 60 * 60 * 1000
const typesOf = async (userId: string) => (await factsOf(userId, world)).map(({ type }) => type)
const colleague = () => colleagueOf(tenant, command, world)
const isSignedIn = async (browser: Browser) =>
  (await browser.put(`/api/admin/bookings/${randomUUID()}`, { status: 'approved' })).status === 404
const away = () => Promise.reject(new Unavailable('the log is away'))
/** However often a password is guessed. */
const freely = async (_loginHmac: string, check: () => Promise<boolean>) => await check()
const reset = (token: string, password = 'gulls over the quay') =>
  command.browser().post('/api/auth/password/reset', { token, password })

describe('a link', () => {
  it('is used once, also by eight at once and in two processes', async () => {
    const ben = await colleague()
    const other = await world.start()
    await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
    const token = await tokenOf(ben.userId, command, world)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? command : other)
          .browser()
          .post('/api/auth/password/reset', { token, password: `password number ${index}` }),
      ),
    )
    const winners = answers.flatMap((answer, index) => (answer.status === 200 ? [index] : []))
    expect(winners).toHaveLength(1)
    const losers = answers.filter(({ status }) => status !== 200)
    expect(losers.map(({ problem }) => problem.code)).toEqual(Array(7).fill('link-over'))
    expect((await typesOf(ben.userId)).filter((type) => type === 'UserPasswordChanged')).toHaveLength(1)
    const answer = await command.browser().signIn({ ...ben, password: `password number ${winners[0]}` })
    expect(answer.status).toBe(200)
    expect((await reset(token)).problem.code).toBe('link-over')
  })

  it('sent again with the password that it has set is answered as the first time, by any process; it sets no other', async () => {
    const ben = await colleague()
    const other = await world.start()
    await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
    const token = await tokenOf(ben.userId, command, world)
    const first = await reset(token)
    const bens = command.browser()
    await bens.signIn({ ...ben, password: 'gulls over the quay' })
    const before = (await world.events()).length
    const body = { token, password: 'gulls over the quay' }
    const again = await other.browser().post('/api/auth/password/reset', body)
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(again.headers.getSetCookie().filter((cookie) => cookie.includes('sid'))).toEqual([])
    expect((await reset(token, 'another one of Ben')).problem.code).toBe('link-over')
    expect(await world.events()).toHaveLength(before)
    expect(await isSignedIn(bens)).toBe(true)
    await changeStatus(owner, ben.userId, 'deactivated')
    expect((await reset(token)).problem.code).toBe('link-over')
  })

  it('with one password by eight at once is one change, and all hear of it', async () => {
    const ben = await colleague()
    await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
    const token = await tokenOf(ben.userId, command, world)
    const answers = await Promise.all(Array.from({ length: 8 }, () => reset(token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await typesOf(ben.userId)).filter((type) => type === 'UserPasswordChanged')).toHaveLength(1)
  })

  it('that was used tells whether a password is right no oftener than signing in does', async () => {
    const limited = await world.start({ rateLimitFactor: 1 })
    const ben = await colleague()
    await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
    const token = await tokenOf(ben.userId, command, world)
    await reset(token)
    const guess = (password: string) => limited.browser().post('/api/auth/password/reset', { token, password })
    for (let tries = 0; tries < 10; tries += 1) expect((await guess(`guess number ${tries}`)).status).toBe(422)
    expect((await guess('gulls over the quay')).problem.code).toBe('too-many-requests')
  })

  it('ends the sessions of the account and signs nobody in', async () => {
    const ben = await colleague()
    const bens = command.browser()
    await bens.signIn(ben)
    await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
    const chosen = await reset(await tokenOf(ben.userId, command, world))
    expect(chosen.headers.getSetCookie().filter((cookie) => cookie.includes('sid'))).toEqual([])
    expect(await isSignedIn(bens)).toBe(false)
    expect((await command.browser().signIn(ben)).status).toBe(401)
  })

  it('is over after an hour, to the millisecond', async () => {
    const now = world.clock.now
    const ben = await colleague()
    await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
    const token = await tokenOf(ben.userId, command, world)
    world.clock.now = new Date(now.getTime() + HOUR)
    expect((await reset(token)).problem.code).toBe('link-over')
    world.clock.now = new Date(now.getTime() + HOUR - 1)
    expect((await reset(token)).status).toBe(200)
    world.clock.now = now
  })

  it('is of no use after another password was chosen, whichever way', async () => {
    const ben = await colleague()
    await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
    const token = await tokenOf(ben.userId, command, world)
    const bens = command.browser()
    await bens.signIn(ben)
    const changed = await bens.put('/api/auth/password', {
      currentPassword: ben.password,
      newPassword: 'another one of Ben',
    })
    expect(changed.status).toBe(200)
    expect((await reset(token)).problem.code).toBe('link-over')
  })

  it('is of no use to whoever is shut out, and not after they were let in again either', async () => {
    const ben = await colleague()
    await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
    const token = await tokenOf(ben.userId, command, world)
    await changeStatus(owner, ben.userId, 'deactivated')
    expect((await reset(token)).problem.code).toBe('link-over')
    await changeStatus(owner, ben.userId, 'active')
    expect((await reset(token)).problem.code).toBe('link-over')
    expect((await command.browser().signIn(ben)).status).toBe(200)
  })

  it('of another account, or of nobody, changes nothing: each refusal is the same bytes', async () => {
    const ben = await colleague()
    await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
    const token = await tokenOf(ben.userId, command, world)
    const { lookupKey } = command.core
    const goodUntil = new Date(world.clock.now.getTime() + HOUR)
    const made = (userId: string, passwordVersion = 0) =>
      mintPasswordToken(lookupKey, { userId, passwordVersion, goodUntil })
    const before = (await world.events()).length
    const answers = await Promise.all(
      [made(randomUUID()), made(ben.userId, 1), made(tenant.businessId), withOtherEnd(token), 'x', 'x'.repeat(80)].map(
        (one) => reset(one),
      ),
    )
    expect(new Set(answers.map(({ status: code, text }) => `${code} ${text}`)).size).toBe(1)
    expect(answers[0]?.problem.code).toBe('link-over')
    expect(await world.events()).toHaveLength(before)
  })

  it.each([
    ['too short', 'eleven char'],
    ['too long', 'x'.repeat(201)],
    ['with a control character', 'twelve chars\0'],
  ])('does not set a password that is %s, and stays good', async (_what, password) => {
    const ben = await colleague()
    await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
    const token = await tokenOf(ben.userId, command, world)
    expect((await reset(token, password)).status).toBe(422)
    expect((await reset(token)).status).toBe(200)
  })

  it('leaves the log to be told by the next process when this one dies in between', async () => {
    const ben = await colleague()
    const { pool, core } = command
    await pool.query(
      `update public.credentials set password_version = password_version + 1, changed_at = $2 where user_id = $1`,
      [ben.userId, new Date(world.clock.now.getTime() - 61_000)],
    )
    await finishPasswords({ core, pool }, () => world.clock.now, quiet)
    await finishPasswords({ core, pool }, () => world.clock.now, quiet)
    expect(await typesOf(ben.userId)).toEqual(['UserRegistered', 'UserPasswordChanged'])
  })

  it('sets its password also while the log does not answer, which is told of it later', async () => {
    const ben = await colleague()
    await owner.post(`/api/admin/staff/${ben.userId}/password-link`)
    const asked = { token: await tokenOf(ben.userId, command, world), password: 'gulls over the quay' }
    const core = createCore({ ...command.core, log: { ...command.core.log, append: away } })
    const send = () => choosePassword(core, command.pool, world.call(), asked, freely)
    expect([await send(), await send()]).toMatchObject([{ ok: true }, { ok: true }])
    expect((await command.browser().signIn({ ...ben, password: asked.password })).status).toBe(200)
    const later = () => new Date(world.clock.now.getTime() + 61_000)
    await finishPasswords(command, later, quiet)
    expect((await typesOf(ben.userId)).at(-1)).toBe('UserPasswordChanged')
  })
})
