import { randomUUID } from 'node:crypto'
import { DueDatesSaved } from '@forecourt/contracts/due-dates.ts'
import { MaintenanceSaved } from '@forecourt/contracts/maintenance.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'zod/mini'
import { begin } from '../log/begin.ts'
import { type Browser, idOf } from '../testing/browser.ts'
import { bookingOf, createWorld, type Running, type Tenant, type World } from '../testing/world.ts'

let world: World
let command: Running
let other: Running
let tenant: Tenant
let staff: Browser
let colleague: Browser
let stranger: Browser

/** Today is 2026-11-21. */
beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
  other = await world.start()
  tenant = await world.tenant(command)
  staff = command.browser()
  colleague = other.browser()
  stranger = command.browser()
  await Promise.all([
    staff.signIn(tenant),
    colleague.signIn(tenant),
    stranger.signIn(await world.tenant(command, 'Northern Wheels')),
  ])
})
afterAll(() => world.stop())

const service = { from: '2026-12-08', to: '2026-12-10', kind: 'service', note: 'Bay 2' } as const
const plan = (car: string, change = {}, headers = {}, who = staff) =>
  who.post(`/api/admin/cars/${car}/maintenance`, { ...service, ...change }, { headers })
const save = (car: string, id: string, change = {}, headers = {}, who = staff) =>
  who.put(`/api/admin/cars/${car}/maintenance/${id}`, { ...service, ...change }, { headers })
const cancel = (car: string, id: string, headers = {}, who = staff, body?: unknown) =>
  who.send('DELETE', `/api/admin/cars/${car}/maintenance/${id}`, body, { headers })
const planned = async (car: string, change = {}) => idOf(await plan(car, change))
const car = () => world.vehicle(command, tenant)
const ask = (carId: string, change = {}, who = command.browser()) =>
  who.post('/api/bookings', bookingOf(carId, world.licence(), change))
const pending = async (carId: string, change = {}) => idOf(await ask(carId, change))
const change = (id: string, status: string, who = staff) => who.put(`/api/admin/bookings/${id}`, { status })
const approved = async (carId: string, dates = {}) => {
  const id = await pending(carId, dates)
  expect((await change(id, 'approved')).status).toBe(200)
  return id
}
/** Nobody stays signed in for days. */
const goTo = async (instant: string) => {
  world.clock.now = new Date(instant)
  await Promise.all([staff.signIn(tenant), colleague.signIn(tenant)])
}
const typesOf = async (id: string) =>
  (await world.events()).filter(({ stream }) => stream === `rent.schedule-${id}`).map(({ type }) => type)

describe('POST /api/admin/cars/{id}/maintenance', () => {
  it('takes the vehicle out of hire and answers it as it is stored', async () => {
    const id = await car()
    const answer = await plan(id, { note: ' Bay 2 ' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('x-log-position')).toMatch(/^\d+$/)
    expect(parse(MaintenanceSaved, answer.body)).toEqual({
      ...service,
      id: expect.stringMatching(`^${id}\\.`),
      carId: id,
      requests: [],
    })
    expect(await typesOf(id)).toEqual(['MaintenanceScheduled'])
  })

  it('names the requests that cannot be approved any more; rejected one by one they are gone', async () => {
    const id = await car()
    const [late, early] = [
      await pending(id, { pickupDate: '2026-12-09', dropoffDate: '2026-12-12' }),
      await pending(id, { pickupDate: '2026-12-07', dropoffDate: '2026-12-09' }),
    ]
    await pending(id, { pickupDate: '2026-12-10', dropoffDate: '2026-12-12' })
    const answer = await plan(id)
    const { requests } = parse(MaintenanceSaved, answer.body)
    expect(requests.map((request) => request.id)).toEqual([early, late])
    for (const request of requests) expect((await change(request.id, 'rejected')).status).toBe(200)
    const again = await save(id, idOf(answer), { kind: 'repair' })
    expect(parse(MaintenanceSaved, again.body)).toMatchObject({ kind: 'repair', requests: [] })
  })

  it('over an approved booking is refused, and names it', async () => {
    const id = await car()
    const booking = await approved(id)
    const refused = await plan(id, { from: '2026-12-09', to: '2026-12-11' })
    expect([refused.status, refused.problem.code]).toEqual([409, 'dates-unavailable'])
    expect(refused.problem.conflicts).toMatchObject([{ id: booking, pickupDate: '2026-12-08' }])
    expect(refused.problem.message).toContain('from Tue 8 Dec 2026 to Thu 10 Dec 2026')
    expect(await typesOf(id)).toEqual(['BookingRequested', 'BookingApproved'])
  })

  it('over other maintenance is refused, and names it', async () => {
    const id = await car()
    const first = await planned(id)
    const refused = await plan(id, { from: '2026-12-09', to: '2026-12-11' })
    expect(refused.problem.maintenance).toEqual([{ id: first, kind: 'service', from: '2026-12-08', to: '2026-12-10' }])
    expect(refused.problem.message).toContain('maintenance (service) from Tue 8 Dec 2026 to Thu 10 Dec 2026')
  })

  it.each([
    ['invalid-dates', 'to', { from: '2026-12-08', to: '2026-12-08' }],
    ['invalid-dates', 'to', { from: '2026-12-08', to: '2026-12-07' }],
    ['maintenance-in-the-past', 'from', { from: '2026-11-20' }],
    ['too-long', 'to', { to: '2027-12-09' }],
    ['too-far-ahead', 'from', { from: '2036-11-22', to: '2036-11-23' }],
    ['invalid', 'from', { from: '2026-12-08T00:00:00Z' }],
    ['invalid', 'from', { from: '2026-02-30' }],
    ['invalid', 'to', { to: undefined }],
    ['invalid', 'kind', { kind: 'holiday' }],
    ['invalid', 'note', { note: 'x'.repeat(201) }],
    ['invalid', 'note', { note: 'scratched by ada@example.com' }],
    ['invalid', 'note', { note: 'call 07700 900123' }],
    ['invalid', 'status', { status: 'done' }],
  ])('refuses as %s, on %s: %o', async (code, path, wrong) => {
    const id = await car()
    const refused = await plan(id, wrong)
    expect([refused.status, refused.problem.code]).toEqual([422, code])
    expect(refused.problem.errors?.map((error) => error.path)).toContain(path)
    expect(await typesOf(id)).toEqual([])
  })

  it('happens once for the same key, in whichever process, whatever was done since', async () => {
    const id = await car()
    const key = { 'idempotency-key': randomUUID() }
    const first = await plan(id, {}, key)
    await cancel(id, idOf(first))
    const again = await plan(id, {}, key, colleague)
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(await typesOf(id)).toEqual(['MaintenanceScheduled', 'MaintenanceCancelled'])
    expect((await plan(id, { kind: 'mot' }, key)).problem.code).toBe('idempotency-key-reused')
  })
})

describe('a booking over maintenance', () => {
  it('is not taken in the portal, which is not told why, nor at the desk, which is', async () => {
    const id = await car()
    const block = await planned(id)
    const visitor = await ask(id)
    expect([visitor.status, visitor.problem.code]).toEqual([409, 'dates-unavailable'])
    expect(visitor.problem).not.toHaveProperty('maintenance')
    expect(visitor.text).not.toMatch(/maintenance|service|Bay/i)
    const desk = await ask(id, {}, staff)
    expect(desk.problem.maintenance).toMatchObject([{ id: block }])
  })

  it('is not approved and not reinstated; when the maintenance is cancelled, it is', async () => {
    const id = await car()
    const booking = await pending(id)
    const block = await planned(id)
    expect((await change(booking, 'approved')).problem.maintenance).toMatchObject([{ id: block }])
    expect((await cancel(id, block)).body).toEqual({ id: block, cancelled: true })
    expect((await change(booking, 'approved')).status).toBe(200)
    await change(booking, 'completed')
    await planned(id)
    expect((await change(booking, 'approved')).problem.code).toBe('dates-unavailable')
  })
})

describe('PUT and DELETE /api/admin/cars/{id}/maintenance/{maintenanceId}', () => {
  it('move and describe; as it is already nothing is written', async () => {
    const id = await car()
    const block = await planned(id)
    const moved = await save(id, block, { to: '2026-12-12', note: null })
    expect(parse(MaintenanceSaved, moved.body)).toMatchObject({ id: block, to: '2026-12-12', note: null })
    const again = await save(id, block, { to: '2026-12-12', note: '' })
    expect([again.status, again.headers.get('x-log-position')]).toEqual([200, null])
    expect(await typesOf(id)).toEqual(['MaintenanceScheduled', 'MaintenanceMoved', 'MaintenanceDescribed'])
  })

  it('a note edited without a network does not move the block back; 409 maintenance-changed names what a colleague has moved too', async () => {
    const id = await car()
    const block = await planned(id, { kind: 'mot' })
    const seen = { ...service, kind: 'mot' }
    expect((await save(id, block, { ...seen, from: '2026-12-15', to: '2026-12-17' }, {}, colleague)).status).toBe(200)
    const noted = await save(id, block, { ...seen, note: 'Bay 4', seen })
    expect(parse(MaintenanceSaved, noted.body)).toMatchObject({ from: '2026-12-15', to: '2026-12-17', note: 'Bay 4' })
    const torn = await save(id, block, { ...seen, to: '2026-12-11', seen })
    expect([torn.status, torn.problem.code]).toEqual([409, 'maintenance-changed'])
    expect(torn.problem.message).toContain(
      'days (theirs: Tue 15 Dec 2026 to Thu 17 Dec 2026, yours: Tue 8 Dec 2026 to Fri 11 Dec 2026)',
    )
    expect(await typesOf(id)).toEqual(['MaintenanceScheduled', 'MaintenanceMoved', 'MaintenanceDescribed'])
  })

  it('a cancellation of what a colleague has extended since it was seen leaves the block: 409 maintenance-changed names both', async () => {
    const id = await car()
    const block = await planned(id)
    const { from, to, kind } = service
    const seen = { from, to, kind }
    const cancelSeen = (body: unknown, key: string = randomUUID()) =>
      cancel(id, block, { 'idempotency-key': key }, staff, body)
    expect((await save(id, block, { to: '2026-12-15' }, {}, colleague)).status).toBe(200)
    const refused = await cancelSeen({ seen })
    expect([refused.status, refused.problem.code]).toEqual([409, 'maintenance-changed'])
    expect(refused.problem.message).toBe(
      'Somebody has changed this maintenance meanwhile: service, Tue 8 Dec 2026 to Tue 15 Dec 2026 (you saw: service, Tue 8 Dec 2026 to Thu 10 Dec 2026). It still stands: look at it, and cancel it again if it is not to take place.',
    )
    expect((await save(id, block, { to: '2026-12-15', kind: 'repair' }, {}, colleague)).status).toBe(200)
    expect((await cancelSeen({ seen: { ...seen, to: '2026-12-15' } })).problem.code).toBe('maintenance-changed')
    for (const wrong of [{ seen: { from, to } }, { seen: { ...seen, to: 'soon' } }, { from }])
      expect((await cancelSeen(wrong)).problem.code).toBe('invalid')
    expect(await typesOf(id)).toEqual(['MaintenanceScheduled', 'MaintenanceMoved', 'MaintenanceDescribed'])

    const key = randomUUID()
    const present = { seen: { from, to: '2026-12-15', kind: 'repair' } }
    for (const body of [present, present, { seen }]) {
      const answer = await cancelSeen(body, body === present ? key : undefined)
      expect([answer.status, answer.body]).toEqual([200, { id: block, cancelled: true }])
    }
  })

  it('leave what has been: a block that runs moves in its end and can be cancelled, one that is over stays', async () => {
    const id = await car()
    const block = await planned(id, { from: '2026-11-21', to: '2026-11-25' })
    const now = world.clock.now
    try {
      await goTo('2026-11-23T09:00:00Z')
      expect((await save(id, block, { from: '2026-11-22', to: '2026-11-25' })).problem).toMatchObject({
        status: 409,
        code: 'maintenance-started',
      })
      expect((await save(id, block, { from: '2026-11-21', to: '2026-11-22' })).problem.code).toBe(
        'maintenance-in-the-past',
      )
      expect((await save(id, block, { from: '2026-11-21', to: '2026-11-24' })).status).toBe(200)
      await goTo('2026-11-24T09:00:00Z')
      for (const refused of [
        await save(id, block, { from: '2026-11-21', to: '2026-11-30' }),
        await cancel(id, block),
      ]) {
        expect(refused.problem).toMatchObject({ status: 409, code: 'maintenance-over' })
      }
    } finally {
      await goTo(now.toISOString())
    }
  })

  it('cancelled again it is cancelled, and saved again it is refused', async () => {
    const id = await car()
    const block = await planned(id)
    await cancel(id, block)
    const again = await cancel(id, block, {}, colleague)
    expect([again.status, again.headers.get('x-log-position')]).toEqual([200, null])
    expect((await save(id, block)).problem).toMatchObject({ status: 409, code: 'maintenance-cancelled' })
  })

  it('are for the own fleet: another’s, a removed vehicle’s and another vehicle’s are as absent as made-up ones', async () => {
    const [id, sold] = [await car(), await car()]
    const [block, blockOfSold] = [await planned(id), await planned(sold)]
    await staff.send('DELETE', `/api/admin/cars/${sold}`)
    const made = `${id}.${block.split('.').at(-1)?.split('').toReversed().join('')}`
    const answers = [
      await plan(id, {}, {}, stranger),
      await plan(sold),
      await plan(randomUUID()),
      await plan('x'),
      await save(id, block, {}, {}, stranger),
      await cancel(id, block, {}, stranger),
      await save(sold, blockOfSold),
      await cancel(sold, blockOfSold),
      await cancel(sold, block),
      await cancel(id, made),
      await cancel(id, 'x'),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await save(id, block, {}, {}, command.browser())).status).toBe(401)
  })
})

const keepFree = async (turnaroundDays: number) => {
  const { businessId } = tenant
  const begun = begin(command.core, world.call(), {
    stream: businessStream(businessId),
    tenantId: businessId,
    resource: 'test',
    asked: {},
  })
  const data = { businessId, turnaroundDays, licenceRetentionDays: 30 }
  const events = begun.encode([{ type: 'BusinessRentalRulesChanged', data }], undefined)
  await command.core.log.append(businessStream(businessId), 'any', events)
  const known = async ({ core }: Running) => (await core.businesses.load(businessStream(businessId))).state
  for (const running of [command, other]) {
    await expect.poll(async () => (await known(running))?.turnaroundDays, { timeout: 60_000 }).toBe(turnaroundDays)
  }
}

describe('days that are kept free after each booking', () => {
  const next = { pickupDate: '2026-12-11', dropoffDate: '2026-12-13' }

  it('are refused to portal and desk, to approving and reinstating, and take nothing back that was approved', async () => {
    const id = await car()
    const first = await approved(id)
    const [waiting, done] = [await pending(id, next), await approved(id, next)]
    await change(done, 'completed')
    try {
      await keepFree(2)
      for (const who of [command.browser(), staff])
        expect((await ask(id, next, who)).problem.code).toBe('dates-unavailable')
      for (const booking of [waiting, done]) {
        const refused = await change(booking, 'approved')
        expect(refused.problem.conflicts).toMatchObject([{ id: first }])
        expect(refused.problem.message).toContain('2 days are kept free after each booking.')
      }
      expect((await change(first, 'approved')).status).toBe(200)
      expect((await plan(id, { from: '2026-12-10', to: '2026-12-11' })).status).toBe(201)
      await keepFree(1)
      expect((await change(waiting, 'approved', colleague)).status).toBe(200)
    } finally {
      await keepFree(0)
    }
  })
})

const noteDown = (id: string, body: unknown, who = staff, headers = {}) =>
  who.put(`/api/admin/cars/${id}/due-dates`, body, { headers })

describe('PUT /api/admin/cars/{id}/due-dates', () => {
  it('notes them down; what is left out is unknown, and as they are nothing is written', async () => {
    const id = await car()
    const answer = await noteDown(id, { mot: '2027-03-31', insurance: '2026-01-31', tax: null })
    expect(parse(DueDatesSaved, answer.body)).toEqual({
      id,
      dueDates: { mot: '2027-03-31', service: null, insurance: '2026-01-31', tax: null },
    })
    const again = await noteDown(id, { mot: '2027-03-31', service: null, insurance: '2026-01-31' }, colleague)
    expect([again.status, again.headers.get('x-log-position')]).toEqual([200, null])
    expect((await noteDown(id, {})).body).toMatchObject({ dueDates: { mot: null } })
  })

  it('with what was seen saves only what was changed; 409 due-dates-changed names what a colleague has changed too', async () => {
    const id = await car()
    const from = { mot: '2027-03-31', service: null, insurance: '2027-01-31', tax: null }
    await noteDown(id, from)
    await noteDown(id, { ...from, insurance: '2028-01-31' }, colleague)
    const saved = await noteDown(id, { ...from, mot: '2028-03-31', from })
    expect(saved.body).toMatchObject({ dueDates: { mot: '2028-03-31', insurance: '2028-01-31' } })
    const torn = await noteDown(id, { ...from, insurance: null, from })
    expect([torn.status, torn.problem.code]).toEqual([409, 'due-dates-changed'])
    expect(torn.problem.message).toContain('insurance (theirs: Mon 31 Jan 2028, yours: unknown)')
  })

  it('refuses what is no day, what is ten years away, and others’ vehicles', async () => {
    const id = await car()
    expect((await noteDown(id, { mot: '2027-02-30' })).problem.code).toBe('invalid')
    expect((await noteDown(id, { mot: '2036-11-22' })).problem).toMatchObject({
      status: 422,
      code: 'due-date-out-of-range',
      errors: [{ path: 'mot' }],
    })
    expect((await noteDown(id, { tax: '2027-01-01' }, stranger)).status).toBe(404)
    expect((await noteDown(randomUUID(), {})).status).toBe(404)
    expect((await noteDown(id, {}, command.browser())).status).toBe(401)
  })

  it('happens once for the same key', async () => {
    const id = await car()
    const key = { 'idempotency-key': randomUUID() }
    const first = await noteDown(id, { tax: '2027-01-01' }, staff, key)
    await noteDown(id, {})
    expect((await noteDown(id, { tax: '2027-01-01' }, colleague, key)).text).toBe(first.text)
    expect((await noteDown(id, { tax: '2027-01-02' }, staff, key)).problem.code).toBe('idempotency-key-reused')
  })
})
