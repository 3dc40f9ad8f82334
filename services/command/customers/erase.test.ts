import { randomUUID } from 'node:crypto'
import { CustomerId } from '@forecourt/domain/ids.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { storageKey } from '@forecourt/kit/object-path.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runFinishing } from '../finish-begun.ts'
import type { Call } from '../log/call.ts'
import { type Answer, type Browser, idOf } from '../testing/browser.ts'
import { Died, mortal } from '../testing/mortal.ts'
import { bookingOf, createWorld, type Running, type Tenant, type World } from '../testing/world.ts'
import { eraseCustomer } from './erase.ts'
import { finishErasures } from './finish-erasures.ts'

let world: World
let command: Running
let other: Running
let tenant: Tenant
let staff: Browser
let elsewhere: Browser

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
  other = await world.start()
  tenant = await world.tenant(command)
  staff = command.browser()
  elsewhere = other.browser()
  for (const browser of [staff, elsewhere]) await browser.signIn(tenant)
})
afterAll(() => world.stop())

interface Asked {
  readonly id: string
  readonly customerId: CustomerId
  readonly email: string
  readonly licence: ReturnType<World['licence']>
}

const quiet = createLog({ service: 'test', level: 'silent' })
const SOON = { pickupDate: '2026-12-08', dropoffDate: '2026-12-10' }
const newEmail = () => `${randomUUID()}@example.com`

/** Somebody asks for a vehicle; their licence is in the storage. */
async function ask(carId: string, email = newEmail(), days = SOON, licence = world.licence()): Promise<Asked> {
  await command.storage.put(storageKey(licence), Buffer.from('licence'), { contentType: 'image/jpeg' })
  const answer = await command
    .browser()
    .post('/api/bookings', bookingOf(carId, licence, { ...days, customerEmail: email }))
  expect(answer.status).toBe(201)
  const id = idOf(answer)
  return { id, email, licence, customerId: (await subjectOf(id)).customerId }
}

const Subject = z.object({ bookingId: z.string(), customerId: CustomerId })
async function subjectOf(booking: string) {
  const requested = (await world.events()).find(
    ({ type, data }) => type === 'BookingRequested' && data.includes(`"${booking}"`),
  )
  return Subject.parse(JSON.parse(requested?.data ?? '{}'))
}

const change = (who: Browser, id: string, status: string) => who.put(`/api/admin/bookings/${id}`, { status })
const erase = (who: Browser, id: string, headers = {}) =>
  who.send('DELETE', `/api/admin/customers/${id}`, undefined, { headers })
const car = () => world.vehicle(command, tenant)
/** Types of all events that name the customer, in the order of the log. */
const storyOf = async (customerId: string) =>
  (await world.events()).filter(({ data }) => data.includes(customerId)).map(({ type }) => type)
const isThere = async ({ licence }: Asked) => (await command.storage.head(storageKey(licence))) !== undefined
const keyOf = async (customerId: string) => {
  const { rows } = await command.pool.query('select from vault.people where subject_id = $1', [customerId])
  return rows.length
}

describe('DELETE /api/admin/customers/{id}', () => {
  it('rejects what waits, says so, deletes key and files', async () => {
    const email = newEmail()
    const [first, second] = [await ask(await car(), email), await ask(await car(), email)]
    expect(first.customerId).toBe(second.customerId)
    const answer = await erase(staff, first.customerId)
    expect([answer.status, answer.body]).toEqual([200, { id: first.customerId, erased: true }])
    expect(answer.headers.get('x-log-position')).toMatch(/^\d+$/)
    expect(await storyOf(first.customerId)).toEqual([
      'BookingRequested',
      'BookingRequested',
      'CustomerBookingsClosed',
      'CustomerBookingsClosed',
      'BookingRejected',
      'BookingRejected',
      'CustomerErased',
    ])
    expect([await keyOf(first.customerId), await isThere(first), await isThere(second)]).toEqual([0, false, false])
  })

  it('refuses with 409 customer-has-bookings, listing them, and changes nothing, while an approved one is not over', async () => {
    const email = newEmail()
    const waiting = await ask(await car(), email)
    const approved = await ask(await car(), email)
    await change(staff, approved.id, 'approved')
    const answer = await erase(staff, approved.customerId)
    expect([answer.status, answer.problem.code]).toEqual([409, 'customer-has-bookings'])
    expect(answer.problem.bookings).toEqual([{ id: approved.id, reference: expect.stringMatching(/^BR-/), ...SOON }])
    expect(answer.problem.message).toContain('from Tue 8 Dec 2026 to Thu 10 Dec 2026')
    expect((await storyOf(approved.customerId)).at(-1)).toBe('BookingApproved')
    expect((await change(staff, waiting.id, 'approved')).status).toBe(200)
    expect([await keyOf(approved.customerId), await isThere(approved)]).toEqual([1, true])
  })

  it('goes by the business’s today: over is what was dropped off before it', async () => {
    const before = world.clock.now
    const { id, customerId } = await ask(await car())
    await change(staff, id, 'approved')
    try {
      // Half past eleven at night of the drop-off's day, and half past midnight, in London.
      world.clock.now = new Date('2026-12-10T23:30:00Z')
      await staff.signIn(tenant)
      expect((await erase(staff, customerId)).status).toBe(409)
      world.clock.now = new Date('2026-12-11T00:30:00Z')
      expect((await erase(staff, customerId)).status).toBe(200)
    } finally {
      world.clock.now = before
      await staff.signIn(tenant)
    }
  })

  it('answers again as the first time and writes nothing, with a key and without', async () => {
    const { customerId } = await ask(await car())
    const headers = { 'idempotency-key': randomUUID() }
    const first = await erase(staff, customerId, headers)
    const story = await storyOf(customerId)
    for (const again of [
      await erase(staff, customerId, headers),
      await erase(elsewhere, customerId, headers),
      await erase(elsewhere, customerId),
    ]) {
      expect([again.status, again.text]).toEqual([200, first.text])
    }
    expect(await storyOf(customerId)).toEqual(story)
  })

  it('leaves a stranger none the wiser, also afterwards', async () => {
    const { customerId } = await ask(await car())
    await erase(staff, customerId)
    const stranger = command.browser()
    await stranger.signIn(await world.tenant(command, 'Northern Wheels'))
    const [theirs, absent] = [await erase(stranger, customerId), await erase(stranger, randomUUID())]
    expect([theirs.status, theirs.text]).toEqual([404, absent.text])
  })
})

describe('after an erasure', () => {
  it('the same address asks as somebody new, in every process, whom the old licence is not for', async () => {
    const carId = await car()
    const old = await ask(carId)
    await erase(elsewhere, old.customerId)
    const used = bookingOf(carId, old.licence, { customerEmail: old.email })
    expect((await command.browser().post('/api/bookings', used)).problem.code).toBe('licence-unknown')
    const again = await ask(carId, old.email)
    expect(again.customerId).not.toBe(old.customerId)
    expect((await change(staff, again.id, 'approved')).status).toBe(200)
    expect((await subjectOf(again.id)).customerId).toBe(again.customerId)
  })

  it('nothing of theirs is approved, also where the schedule does not say that they are gone, as in an older log', async () => {
    const { id, customerId } = await ask(await car())
    await command.pool.query('delete from vault.people where subject_id = $1', [customerId])
    for (const who of [staff, elsewhere]) {
      expect((await change(who, id, 'approved')).problem).toMatchObject({ status: 409, code: 'customer-erased' })
      expect((await change(who, id, 'approved')).problem.code).toBe('customer-erased')
    }
    expect((await change(staff, id, 'rejected')).status).toBe(200)
    expect((await storyOf(customerId)).filter((type) => type === 'BookingApproved')).toEqual([])
  })

  it('nothing of theirs is approved, reinstated or noted down; the page and the licence are no more', async () => {
    const email = newEmail()
    const [early, late] = [await ask(await car(), email), await ask(await car(), email)]
    await change(staff, early.id, 'approved')
    await change(staff, early.id, 'completed')
    await erase(staff, early.customerId)
    for (const who of [staff, elsewhere]) {
      expect((await change(who, early.id, 'approved')).problem.code).toBe('customer-erased')
      expect((await change(who, late.id, 'approved')).problem.code).toBe('transition-not-allowed')
      const noted = await who.put(`/api/admin/bookings/${early.id}`, { adminNotes: 'Ada' })
      expect([noted.status, noted.problem.code]).toEqual([409, 'customer-erased'])
      for (const path of ['hide-from-customers-page', 'license-status']) {
        const method = path === 'license-status' ? 'PUT' : 'PATCH'
        const body = method === 'PUT' ? { licenseStatus: 'verified' } : undefined
        expect((await who.send(method, `/api/admin/customers/${early.customerId}/${path}`, body)).status).toBe(404)
      }
    }
    // What is left to tidy up can be: it says nothing of them.
    expect((await staff.patch(`/api/admin/bookings/${early.id}/hide-from-bookings-page`)).status).toBe(200)
  })
})

const call = (): Call => ({
  actor: { kind: 'member', userId: tenant.userId, businessId: tenant.businessId },
  now: () => world.clock.now,
  idempotencyKey: randomUUID(),
})

/** A customer with a past, something that waits, and two licences. */
async function somebody(): Promise<readonly Asked[]> {
  const email = newEmail()
  const past = await ask(await car(), email)
  await change(staff, past.id, 'approved')
  await change(staff, past.id, 'completed')
  return [past, await ask(await car(), email)]
}

describe('an erasure that is interrupted', () => {
  it.each(['before', 'after'] as const)(
    'at any of its steps (%s it) is completed by the same call, and by the next process that starts',
    { timeout: 240_000 },
    async (when) => {
      let effects = 0
      for (let at = 1, whole = false; !whole; at += 1) {
        const bookings = await somebody()
        const customerId = bookings[0]?.customerId ?? ''
        const erasure = { businessId: tenant.businessId, customerId, basis: 'own request' }
        const asked = call()
        const process = mortal(command, { at, when })
        const outcome = await eraseCustomer(process.deps, asked, erasure).catch((error: unknown) => error)
        whole = !(outcome instanceof Died)
        effects = process.effects()
        if (at % 2 === 0) await finishErasures(other, () => world.clock.now, quiet)
        const again = await eraseCustomer(command, asked, erasure)
        expect([at, again]).toMatchObject([at, { ok: true, answer: { id: customerId, erased: true } }])
        const story = await storyOf(customerId)
        expect([at, story.filter((type) => type === 'CustomerErased')]).toEqual([at, ['CustomerErased']])
        expect([at, story.filter((type) => type === 'CustomerBookingsClosed').length]).toEqual([at, 2])
        expect([at, story.filter((type) => type === 'BookingRejected').length]).toEqual([at, 1])
        expect([at, await keyOf(customerId), await Promise.all(bookings.map(isThere))]).toEqual([at, 0, [false, false]])
      }
      expect(effects).toBeGreaterThan(10)
    },
  )

  it('by a storage that fails for a while is finished without a restart, and so are others', async () => {
    const failing: Running['storage'] = {
      ...command.storage,
      delete: () => Promise.reject(new Error('the storage is away')),
    }
    const people = [await ask(await car()), await ask(await car())]
    for (const { customerId } of people) {
      const erasure = { businessId: tenant.businessId, customerId, basis: 'own request' }
      const failed = eraseCustomer({ ...command, storage: failing }, call(), erasure)
      await expect(failed).rejects.toThrow('the storage is away')
      expect([await keyOf(customerId), (await storyOf(customerId)).at(-1)]).toEqual([1, 'CustomerErased'])
    }
    let rounds = 0
    const storage: Running['storage'] = {
      ...other.storage,
      delete: async (key) => {
        rounds += 1
        // Down for the first round, then for good in order.
        return await (rounds <= people.length ? failing : other.storage).delete(key)
      },
    }
    const ending = new AbortController()
    const finishing = runFinishing(
      { ...other, storage, now: () => world.clock.now, say: quiet, every: 50 },
      ending.signal,
    )
    try {
      const left = async () =>
        await Promise.all(people.map(async (one) => [await keyOf(one.customerId), await isThere(one)]))
      await expect.poll(left).toEqual(people.map(() => [0, false]))
    } finally {
      ending.abort()
      await finishing
    }
    expect(rounds).toBeGreaterThan(people.length)
  })

  it('half-way, and refused then because a booking was approved meanwhile, is taken back whole', async () => {
    const email = newEmail()
    const bookings = [await ask(await car(), email), await ask(await car(), email)]
    const customerId = bookings[0]?.customerId ?? ''
    const erasure = { businessId: tenant.businessId, customerId, basis: 'own request' }
    // Dies when the first of the two schedules has been closed.
    const closed = async () => (await storyOf(customerId)).includes('CustomerBookingsClosed')
    for (let at = 1; !(await closed()); at += 1) {
      await eraseCustomer(mortal(command, { at, when: 'after' }).deps, call(), erasure).catch(() => undefined)
    }
    const answers = await Promise.all(bookings.map(({ id }) => change(elsewhere, id, 'approved')))
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409'])
    expect((await erase(staff, customerId)).problem.code).toBe('customer-has-bookings')
    for (const { id } of bookings) expect((await change(elsewhere, id, 'approved')).status).toBe(200)
    // Their address is theirs again.
    expect((await ask(await car(), email)).customerId).toBe(customerId)
  })
})

describe('an erasure that meets', () => {
  const ROUNDS = 25

  it(`an approval, in two processes, ${ROUNDS} times: one of the two is refused`, { timeout: 240_000 }, async () => {
    const seen = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = newEmail()
      const bookings = [await ask(await car(), email), await ask(await car(), email)]
      const [first, second] = bookings
      if (first === undefined || second === undefined) throw new Error('two were asked for')
      const [approval, erasure] = await met(
        round,
        () => change(elsewhere, second.id, 'approved'),
        () => erase(staff, first.customerId),
      )
      const outcome = `approval ${approval.status}, erasure ${erasure.status}`
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
      expect(['approval 200, erasure 409', 'approval 409, erasure 200']).toContain(outcome)
      if (erasure.status === 200) continue
      // Whoever stays is as they were: nothing was rejected, nothing is closed.
      expect(await storyOf(first.customerId)).not.toContain('BookingRejected')
      expect((await change(staff, first.id, 'approved')).status).toBe(200)
    }
    console.log('erasures and approvals that met:', Object.fromEntries(seen))
  })

  it(`a request, in two processes, ${ROUNDS} times: it is rejected with the others or somebody new's`, {
    timeout: 240_000,
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { customerId, email } = await ask(await car())
      const request = bookingOf(await car(), world.licence(), { customerEmail: email })
      const [requested, erasure] = await met(
        round,
        () => other.browser().post('/api/bookings', request),
        () => erase(staff, customerId),
      )
      expect([requested.status, erasure.status]).toEqual([201, 200])
      const id = idOf(requested)
      const approval = await change(staff, id, 'approved')
      const isTheirs = (await subjectOf(id)).customerId === customerId
      expect([isTheirs, approval.status]).toEqual([isTheirs, isTheirs ? 409 : 200])
      const story = await storyOf(customerId)
      expect(story.at(-1)).toBe('CustomerErased')
      expect(story.filter((type) => type === 'BookingRejected')).toHaveLength(isTheirs ? 2 : 1)
    }
  })

  it('itself, in two processes: both are answered alike and the log says it once', async () => {
    const { customerId } = await ask(await car())
    const answers = await Promise.all([staff, elsewhere, staff, elsewhere].map((who) => erase(who, customerId)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect((await storyOf(customerId)).filter((type) => type === 'CustomerErased')).toHaveLength(1)
  })
})

describe('an erasure that takes long', () => {
  it('because of its storage keeps no other business waiting', async () => {
    const { customerId } = await ask(await car())
    const elsewhereTenant = await world.tenant(command, 'Northern Wheels')
    const theirs = await world.vehicle(command, elsewhereTenant)
    const stranger = command.browser()
    await stranger.signIn(elsewhereTenant)
    const theirCustomer = (await ask(theirs)).customerId
    const gate = Promise.withResolvers<void>()
    const storage: Running['storage'] = {
      ...command.storage,
      delete: async (key) => {
        await gate.promise
        await command.storage.delete(key)
      },
    }
    const erasure = { businessId: tenant.businessId, customerId, basis: 'own request' }
    const slow = eraseCustomer({ ...command, storage }, call(), erasure)
    try {
      expect((await erase(stranger, theirCustomer)).status).toBe(200)
      expect(await keyOf(customerId)).toBe(1)
    } finally {
      gate.resolve()
    }
    expect(await slow).toMatchObject({ ok: true })
  })
})

/** Sends both at once, now one a little earlier, now the other. */
async function met(round: number, one: () => Promise<Answer>, another: () => Promise<Answer>) {
  const turns = Math.abs((round % 13) - 6) * 3
  const early = round % 13 < 6 ? one() : another()
  await command.pool.query('select count(*) from generate_series(1, $1)', [turns * 40_000])
  const late = round % 13 < 6 ? another() : one()
  const answers = await Promise.all([early, late])
  const [first, second] = round % 13 < 6 ? answers : answers.toReversed()
  if (first === undefined || second === undefined) throw new Error('both were sent')
  return [first, second] as const
}
