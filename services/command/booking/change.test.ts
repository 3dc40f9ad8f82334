import { randomUUID } from 'node:crypto'
import { BookingId } from '@forecourt/domain/ids.ts'
import { scheduleStreamOf } from '@forecourt/domain/streams.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Core } from '../log/core.ts'
import { type Browser, idOf } from '../testing/browser.ts'
import { bookingOf, createWorld, type Running, type Tenant, type World } from '../testing/world.ts'
import { changeBooking } from './change.ts'

let world: World
let command: Running
let other: Running
let tenant: Tenant
let staff: Browser

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
  other = await world.start()
  tenant = await world.tenant(command)
  staff = command.browser()
  await staff.signIn(tenant)
})
afterAll(() => world.stop())

/** A pending booking. */
async function pending(change = {}, carId?: string): Promise<string> {
  const car = carId ?? (await world.vehicle(command, tenant))
  return idOf(await command.browser().post('/api/bookings', bookingOf(car, world.licence(), change)))
}

const change = (id: string, body: unknown, headers = {}) => staff.put(`/api/admin/bookings/${id}`, body, { headers })
const typesOf = async (id: string) =>
  (await world.events())
    .filter(({ stream }) => id.startsWith(stream.slice('rent.schedule-'.length)))
    .map(({ type }) => type)

describe('PUT /api/admin/bookings/{id}', () => {
  it.each([
    [['approved'], ['BookingRequested', 'BookingApproved']],
    [['rejected'], ['BookingRequested', 'BookingRejected']],
    [
      ['approved', 'rejected'],
      ['BookingRequested', 'BookingApproved', 'BookingCancelled'],
    ],
    [
      ['approved', 'completed', 'approved'],
      ['BookingRequested', 'BookingApproved', 'BookingCompleted', 'BookingReinstated'],
    ],
  ])('goes %j by what the pair of statuses means', async (path, types) => {
    const id = await pending()
    for (const status of path) {
      const answer = await change(id, { status })
      expect([answer.status, answer.body]).toEqual([200, { id, status }])
      expect(answer.headers.get('x-log-position')).toMatch(/^\d+$/)
    }
    expect(await typesOf(id)).toEqual(types)
  })

  it('needs no key, and so asks the vault for none before its append', async () => {
    const id = await pending()
    const asked = vi.spyOn(other.core.vault, 'keysOf')
    const elsewhere = other.browser()
    await elsewhere.signIn(tenant)
    expect((await elsewhere.put(`/api/admin/bookings/${id}`, { status: 'approved' })).status).toBe(200)
    expect(asked).not.toHaveBeenCalled()
    expect((await elsewhere.put(`/api/admin/bookings/${id}`, { adminNotes: 'Blue key ring' })).status).toBe(200)
    expect(asked).toHaveBeenCalled()
    asked.mockRestore()
  })

  it('a sending whose caller gave up while it waited is not decided later', async () => {
    const id = await pending()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const turn = command.core.inTurn(scheduleStreamOf(BookingId.parse(id)), () => held)
    const leaving = new AbortController()
    const sending = fetch(`${command.url}/api/admin/bookings/${id}`, {
      method: 'PUT',
      body: JSON.stringify({ status: 'approved' }),
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: [...staff.cookies].map((pair) => pair.join('=')).join('; '),
      },
      signal: leaving.signal,
    })
    await expect.poll(() => command.server.underWay, { timeout: 60_000 }).toBe(1)
    leaving.abort()
    await expect(sending).rejects.toThrow('abort')
    await vi.waitFor(() => expect(command.lines.join()).toContain('the caller went away'), 60_000)
    release()
    await turn
    expect((await change(id, { status: 'rejected' })).status).toBe(200)
    expect(await typesOf(id)).toEqual(['BookingRequested', 'BookingRejected'])
  })

  it('answers the same status again with 200 and writes nothing', async () => {
    const id = await pending()
    await change(id, { status: 'approved' })
    const again = await change(id, { status: 'approved' })
    expect([again.status, again.body]).toEqual([200, { id, status: 'approved' }])
    expect(await typesOf(id)).toHaveLength(2)
  })

  it('refuses any other pair with 409 transition-not-allowed, naming both', async () => {
    const id = await pending()
    const answer = await change(id, { status: 'completed' })
    expect([answer.status, answer.problem.code]).toEqual([409, 'transition-not-allowed'])
    expect(answer.problem.message).toBe('A booking that is pending cannot become completed.')
  })

  it('that arrives late, or again, reinstates no booking that was completed meanwhile', async () => {
    const id = await pending()
    await change(id, { status: 'approved', from: 'pending' })
    const headers = { 'idempotency-key': randomUUID() }
    const late = { status: 'approved', from: 'pending' }
    expect((await change(id, late, headers)).status).toBe(200)
    expect((await change(id, { status: 'completed', from: 'approved' })).status).toBe(200)
    const again = await change(id, late, headers)
    expect([again.status, again.problem.code]).toEqual([409, 'transition-not-allowed'])
    expect(again.problem.message).toBe(
      'Somebody has marked this booking as completed meanwhile. Use Mark as Approved to take that back.',
    )
    expect(await typesOf(id)).toEqual(['BookingRequested', 'BookingApproved', 'BookingCompleted'])
  })

  it('saves notes, sealed; with a status it is both or neither', async () => {
    const id = await pending()
    const adminNotes = `canary ${randomUUID()}`
    expect((await change(id, { adminNotes })).body).toEqual({ id, status: 'pending' })
    expect((await change(id, { status: 'approved', adminNotes })).status).toBe(200)
    expect((await change(id, { status: 'pending', adminNotes })).status).toBe(409)
    expect(await typesOf(id)).toEqual([
      'BookingRequested',
      'BookingAdminNotesSaved',
      'BookingApproved',
      'BookingAdminNotesSaved',
    ])
    expect(JSON.stringify((await world.events()).map(({ data }) => data))).not.toContain(adminNotes)
  })

  it('tells whoever rejects what others have approved meanwhile that they did, and what takes it back', async () => {
    const id = await pending()
    await change(id, { status: 'approved', from: 'pending' })
    const stale = await change(id, { status: 'rejected', from: 'pending' })
    expect([stale.status, stale.problem.code]).toEqual([409, 'transition-not-allowed'])
    expect(stale.problem.message).toBe(
      'Somebody has approved this booking meanwhile. Use Cancel Booking to take that back.',
    )
    expect(await typesOf(id)).toEqual(['BookingRequested', 'BookingApproved'])
  })

  it('overwrites no notes that the sender has not seen, through whichever process', async () => {
    const id = await pending()
    const elsewhere = other.browser()
    await elsewhere.signIn(tenant)
    expect((await change(id, { adminNotes: 'Paid in cash', notesFrom: '' })).status).toBe(200)
    const stale = await elsewhere.put(`/api/admin/bookings/${id}`, { adminNotes: 'Wants a child seat', notesFrom: '' })
    expect([stale.status, stale.problem.code]).toEqual([409, 'notes-changed'])
    expect(stale.problem.message).toBe(
      'Somebody has changed the admin notes meanwhile: look at theirs before you save yours.',
    )
    const both = { adminNotes: 'Paid in cash. Wants a child seat', notesFrom: ' Paid in cash\n', status: 'approved' }
    expect((await elsewhere.put(`/api/admin/bookings/${id}`, both)).status).toBe(200)
    expect((await change(id, { adminNotes: 'As ever, without a precondition' })).status).toBe(200)
    expect(await typesOf(id)).toEqual([
      'BookingRequested',
      'BookingAdminNotesSaved',
      'BookingApproved',
      'BookingAdminNotesSaved',
      'BookingAdminNotesSaved',
    ])
  })

  it('writes notes that are there already no second time for whoever says what they saw', async () => {
    const id = await pending()
    for (const notesFrom of ['', '', 'Paid in cash']) {
      expect((await change(id, { adminNotes: 'Paid in cash', notesFrom })).status).toBe(200)
    }
    expect(await typesOf(id)).toEqual(['BookingRequested', 'BookingAdminNotesSaved'])
  })

  it.each([
    {},
    { from: 'pending', adminNotes: 'a' },
    { status: 'approved', notesFrom: '' },
    { status: 'approved', from: 'lost' },
    { adminNotes: 'a', askedAt: '2026-11-21T09:00:00.000Z' },
    { status: 'rejected', askedAt: 'lost' },
    { status: 'lost' },
    { status: 7 },
    { adminNotes: 'a\u0000b' },
    { totalAmount: '1.00' },
    [],
  ])('refuses %j with 422', async (body) => {
    expect((await change(await pending(), body)).status).toBe(422)
  })

  it("answers another tenant's booking exactly as an absent one, and as a malformed id", async () => {
    const id = await pending()
    const stranger = command.browser()
    await stranger.signIn(await world.tenant(command, 'Northern Wheels'))
    const absent = `${id.slice(0, 37)}01KAHZZZZZZZZZZZZZZZZZZZZZ`
    const answers = await Promise.all(
      [id, absent, 'nonsense', '%E0%A4%A', `${randomUUID()}.01KAHZZZZZZZZZZZZZZZZZZZZZ`].map((each) =>
        stranger.put(`/api/admin/bookings/${each}`, { status: 'approved', adminNotes: 'mine' }),
      ),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
    expect(await typesOf(id)).toEqual(['BookingRequested'])
  })

  it('answers 401 without a session', async () => {
    const answer = await command.browser().put(`/api/admin/bookings/${await pending()}`, { status: 'approved' })
    expect([answer.status, answer.problem.code]).toEqual([401, 'not-signed-in'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('vary')).toContain('Cookie')
  })

  it('hides a booking from a list, once, whatever its status', async () => {
    const id = await pending()
    for (const page of ['recent', 'recent', 'bookings-page', 'bookings-page']) {
      const answer = await staff.patch(`/api/admin/bookings/${id}/hide-from-${page}`)
      expect([answer.status, answer.body]).toEqual([200, { id, hidden: true }])
    }
    expect((await typesOf(id)).slice(1)).toEqual(['BookingHiddenFromRecent', 'BookingHiddenFromBookingsPage'])
  })

  it('hides with the same key once, and answers as the first time', async () => {
    const id = await pending()
    const headers = { 'idempotency-key': randomUUID() }
    const hide = () => staff.patch(`/api/admin/bookings/${id}/hide-from-recent`, {}, { headers })
    const [first, again] = [await hide(), await hide()]
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get('x-log-position')).toBe(first.headers.get('x-log-position'))
    // A key counts within its resource: hiding elsewhere is another one.
    expect((await staff.patch(`/api/admin/bookings/${id}/hide-from-bookings-page`, {}, { headers })).status).toBe(200)
    expect((await typesOf(id)).slice(1)).toEqual(['BookingHiddenFromRecent', 'BookingHiddenFromBookingsPage'])
  })

  it.each(['hide-from-recent', 'hide-from-bookings-page'])(
    "%s answers another tenant's booking exactly as an absent one, and 401 without a session",
    async (path) => {
      const id = await pending()
      const stranger = command.browser()
      await stranger.signIn(await world.tenant(command, 'Northern Wheels'))
      const absent = `${id.slice(0, 37)}01KAHZZZZZZZZZZZZZZZZZZZZZ`
      const ids = [id, absent, 'nonsense', '%00', `${randomUUID()}.01KAHZZZZZZZZZZZZZZZZZZZZZ`]
      const answers = await Promise.all(ids.map((each) => stranger.patch(`/api/admin/bookings/${each}/${path}`)))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(404)
      expect((await command.browser().patch(`/api/admin/bookings/${id}/${path}`)).status).toBe(401)
      expect((await staff.patch(`/api/admin/bookings/${id}/${path}`, { hidden: false })).status).toBe(422)
      expect(await typesOf(id)).toEqual(['BookingRequested'])
    },
  )

  it('checks the dates of an approval and of a reinstatement again, and names the other booking to staff', async () => {
    const carId = await world.vehicle(command, tenant)
    const [first, second] = [await pending({}, carId), await pending({}, carId)]
    await change(first, { status: 'approved' })
    const refused = await change(second, { status: 'approved', adminNotes: 'neither' })
    expect([refused.status, refused.problem.code]).toEqual([409, 'dates-unavailable'])
    expect(refused.problem.conflicts).toMatchObject([{ id: first }])
    expect(refused.problem.message, 'to a clerk, who has chosen no days').toMatch(
      /^The days are taken by another approved booking\. In the way: #BR-\w+ from /,
    )
    await change(first, { status: 'completed' })
    await change(second, { status: 'approved' })
    const reinstated = await change(first, { status: 'approved', adminNotes: 'neither' })
    expect([reinstated.status, reinstated.problem.code]).toEqual([409, 'dates-unavailable'])
    expect(reinstated.problem.conflicts).toMatchObject([{ id: second }])
    expect(reinstated.problem.message).toMatch(/^The days are taken by another approved booking\. In the way: /)
    expect([...(await typesOf(first)), ...(await typesOf(second))]).not.toContain('BookingAdminNotesSaved')
  })

  it('approves a booking that another process took a moment ago', async () => {
    const carId = await world.vehicle(command, tenant)
    await pending({}, carId)
    const id = idOf(await other.browser().post('/api/bookings', bookingOf(carId, world.licence())))
    expect((await change(id, { status: 'approved', adminNotes: 'walk-in' })).status).toBe(200)
  })
})

describe('racing approvals of overlapping requests', () => {
  it.each([1, 2])(
    'with %i process(es): of 64 exactly one wins, nobody sees a 5xx',
    { timeout: 240_000 },
    async (count) => {
      const carId = await world.vehicle(command, tenant)
      const browsers = [command, other].slice(0, count).map((process) => process.browser())
      for (const browser of browsers) await browser.signIn(tenant)
      for (let round = 0; round < 2; round += 1) {
        const pickupDate = `2027-0${round + 1}-01`
        const ids = await Promise.all(
          Array.from({ length: 32 }, (_, i) =>
            pending({ pickupDate, dropoffDate: `2027-0${round + 1}-${(i % 9) + 10}` }, carId),
          ),
        )
        const answers = await Promise.all(
          [...ids, ...ids].map((id, i) =>
            (browsers[i % count] ?? staff).put(`/api/admin/bookings/${id}`, { status: 'approved' }),
          ),
        )
        const approved = (await world.events()).filter(
          ({ stream, type, data }) =>
            stream === `rent.schedule-${carId}` &&
            type === 'BookingApproved' &&
            JSON.parse(data).pickupDate === pickupDate,
        )
        expect(approved).toHaveLength(1)
        const winner = JSON.parse(approved[0]?.data ?? '{}').bookingId
        for (const [index, answer] of answers.entries()) {
          const isWinner = ids[index % 32] === winner
          expect([answer.status, isWinner]).toEqual(isWinner ? [200, true] : [409, false])
        }
        // The others go, so that the next round may be asked for.
        for (const id of ids) if (id !== winner) await change(id, { status: 'rejected' })
      }
    },
  )
})

describe('Idempotency-Key', () => {
  it('answers the same key and body as the first time, also after a restart, and writes nothing', async () => {
    const carId = await world.vehicle(command, tenant)
    const body = bookingOf(carId, world.licence())
    const headers = { 'idempotency-key': randomUUID() }
    const first = await command.browser().post('/api/bookings', body, { headers })
    await change(idOf(first), { status: 'approved' })
    const restarted = await world.start()
    for (const process of [command, other, restarted]) {
      world.clock.now = new Date(world.clock.now.getTime() + 60_000)
      const again = await process.browser().post('/api/bookings', body, { headers })
      expect([again.status, again.text]).toEqual([201, first.text])
      expect(again.headers.get('x-log-position')).toBe(first.headers.get('x-log-position'))
    }
    expect(await typesOf(idOf(first))).toEqual(['BookingRequested', 'BookingApproved'])
  })

  it('sent 20 times at once makes one booking', async () => {
    const carId = await world.vehicle(command, tenant)
    const body = bookingOf(carId, world.licence())
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? command : other).browser().post('/api/bookings', body, { headers }),
      ),
    )
    expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1)
    expect(await typesOf(`${carId}.`)).toEqual(['BookingRequested'])
  })

  it('finds its booking also when a session ended, or began, between two sendings', async () => {
    for (const [first, second] of [
      [staff, command.browser()],
      [command.browser(), staff],
    ] as const) {
      const carId = await world.vehicle(command, tenant)
      const body = bookingOf(carId, world.licence())
      const headers = { 'idempotency-key': randomUUID() }
      const made = await first.post('/api/bookings', body, { headers })
      const again = await second.post('/api/bookings', body, { headers })
      expect([again.status, again.text]).toEqual([201, made.text])
      expect(await typesOf(`${carId}.`)).toEqual(['BookingRequested'])
    }
  })

  it('answers the first time as every other time, also when others were faster than the acknowledgement', async () => {
    const id = await pending()
    const stream = scheduleStreamOf(BookingId.parse(id))
    const elsewhere = other.browser()
    await elsewhere.signIn(tenant)
    const { core } = command
    const overtaken: Core = {
      ...core,
      log: {
        ...core.log,
        async append(...asked) {
          const appended = await core.log.append(...asked)
          expect((await elsewhere.put(`/api/admin/bookings/${id}`, { status: 'rejected' })).status).toBe(200)
          await expect.poll(() => core.schedules.peek(stream)?.revision).toBe(appended.revision + 1n)
          return appended
        },
      },
    }
    const { userId, businessId } = tenant
    const call = { ...world.call(randomUUID()), actor: { kind: 'member', userId, businessId } } as const
    const first = await changeBooking(overtaken, call, tenant, id, { status: 'approved' })
    const again = await changeBooking(core, call, tenant, id, { status: 'approved' })
    expect(first).toMatchObject({ ok: true, replayed: false, answer: { id, status: 'approved' } })
    expect(again).toMatchObject({ ok: true, replayed: true, answer: { id, status: 'approved' } })
  })

  it('of another body is 422 idempotency-key-reused; for another vehicle it is another key', async () => {
    const [one, two] = [await world.vehicle(command, tenant), await world.vehicle(command, tenant)]
    const headers = { 'idempotency-key': randomUUID() }
    const post = (body: unknown) => command.browser().post('/api/bookings', body, { headers })
    const body = bookingOf(one, world.licence())
    expect((await post(body)).status).toBe(201)
    const reused = await post({ ...body, customerName: 'Grace Hopper' })
    expect([reused.status, reused.problem.code]).toEqual([422, 'idempotency-key-reused'])
    expect((await post(bookingOf(two, world.licence()))).status).toBe(201)
  })

  it('replays a change of status with the status of then', async () => {
    const id = await pending()
    const headers = { 'idempotency-key': randomUUID() }
    const noted = { 'idempotency-key': randomUUID() }
    await change(id, { adminNotes: 'first' }, noted)
    const first = await change(id, { status: 'approved' }, headers)
    await change(id, { status: 'completed' })
    const again = await change(id, { status: 'approved' }, headers)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await change(id, { adminNotes: 'first' }, noted)).body).toEqual({ id, status: 'pending' })
    expect((await change(id, { status: 'rejected' }, headers)).status).toBe(422)
    expect(await typesOf(id)).toEqual([
      'BookingRequested',
      'BookingAdminNotesSaved',
      'BookingApproved',
      'BookingCompleted',
    ])
  })

  it('that is no UUID is 400', async () => {
    const answer = await change(await pending(), { status: 'approved' }, { 'idempotency-key': 'again!' })
    expect([answer.status, answer.problem.code]).toEqual([400, 'malformed-idempotency-key'])
  })
})
