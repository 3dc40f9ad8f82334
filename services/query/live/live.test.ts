import { performance } from 'node:perf_hooks'
import { describe, expect, it, vi } from 'vitest'
import { opened } from '../testing/open.ts'
import { Workshop } from '../testing/workshop.ts'
import { ALL_LISTS } from './lists.ts'

const given = opened(async ({ story }) => {
  const harbour = await story.business('Harbour Hire')
  const northern = await story.business('Northern Wheels')
  const leaver = await story.business('Leaver Lets')
  const closed = await story.business('Closed Cars')
  const golf = await story.vehicle(harbour, 'VW Golf')
  const polo = await story.vehicle(northern, 'VW Polo')
  return { harbour, northern, leaver, closed, golf, polo }
})

/** What tests wait for comes far sooner; a machine under load gets its time. */
const PATIENCE = { timeout: 60_000, interval: 5 }

describe('a member who listens', () => {
  it('hears within a second of an approval which lists have changed, and nothing of what is in them', async () => {
    const { desk, world, harbour, golf } = given()
    const rental = await world.story.request(golf, '2026-06-20', '2026-06-22')
    await world.caughtUp()
    const ear = await (await desk.listen(await desk.signIn(harbour))).listens()
    const began = performance.now()
    await world.story.approve(rental)
    await expect.poll(() => ear.heard, PATIENCE).toHaveLength(1)
    console.log(`live: an approval was heard of ${Math.round(performance.now() - began)} ms after it was sent`)
    expect(ear.heard).toEqual([
      { event: 'changed', data: '{"lists":["bookings","cars","customers","figures","maintenance"]}' },
    ])

    const answer = await desk.get('/api/admin/bookings', { session: await desk.signIn(harbour) })
    expect(answer.body).toMatchObject([{ id: rental.bookingId, status: 'approved' }])
    expect(answer.headers.get('etag')).toContain(ear.lastEventId)
    ear.close()
  })

  it('gets an uncompressed stream that nobody keeps or holds back', async () => {
    const { desk, harbour } = given()
    const ear = await (await desk.listen(await desk.signIn(harbour), { 'accept-encoding': 'gzip, br' })).listens()
    expect(ear.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(ear.response.headers['content-encoding']).toBeUndefined()
    ear.close()
  })

  it('hears of the fleet, of notes and of hidden bookings, each under its lists', async () => {
    const { desk, world, harbour, golf } = given()
    const rental = await world.story.request(golf, '2026-07-01', '2026-07-02')
    await world.caughtUp()
    const ear = await (await desk.listen(await desk.signIn(harbour))).listens()
    const told = async (happening: Promise<unknown>) => {
      const before = ear.lists.length
      await happening
      await expect.poll(() => ear.lists.length, PATIENCE).toBeGreaterThan(before)
      return ear.lists.at(-1)
    }
    expect(await told(world.story.changeStatus(golf, 'available', 'maintenance'))).toEqual([
      'bookings',
      'cars',
      'figures',
      'maintenance',
    ])
    expect(await told(world.story.noteDown(rental, 'call back'))).toEqual(['bookings', 'cars', 'maintenance'])
    expect(await told(world.story.hideFromRecent(rental))).toEqual(['bookings', 'cars', 'maintenance'])
    expect(await told(new Workshop(world.story).maintain(golf, '2026-09-01', '2026-09-02'))).toEqual([
      'cars',
      'maintenance',
    ])
    ear.close()
  })

  it('hears nothing of another business', async () => {
    const { desk, world, harbour, northern, polo } = given()
    const [ours, theirs] = await Promise.all(
      [harbour, northern].map(async (tenant) => (await desk.listen(await desk.signIn(tenant))).listens()),
    )
    await world.story.request(polo, '2026-06-20', '2026-06-22')
    await expect.poll(() => theirs?.heard, PATIENCE).toHaveLength(1)
    // Two more looks go by: they would tell what notices did not.
    const looked = vi.spyOn(desk.lookUps, 'query')
    await expect.poll(() => looked.mock.calls.length, PATIENCE).toBeGreaterThanOrEqual(3)
    looked.mockRestore()
    expect(ours?.heard).toEqual([])
    ours?.close()
    theirs?.close()
  })

  it('goes on where the stream broke off: all lists when something has changed meanwhile, else nothing', async () => {
    const { desk, world, harbour, golf } = given()
    const session = await desk.signIn(harbour)
    const first = await (await desk.listen(session)).listens()
    first.close()

    const unchanged = await (await desk.listen(session, { 'last-event-id': first.lastEventId })).listens()
    expect(unchanged.lastEventId).toBe(first.lastEventId)
    await world.story.request(golf, '2026-08-01', '2026-08-02')
    await expect
      .poll(() => unchanged.lists, PATIENCE)
      .toEqual([['bookings', 'cars', 'customers', 'figures', 'maintenance']])
    unchanged.close()

    const behind = await desk.listen(session, { 'last-event-id': first.lastEventId })
    await expect.poll(() => behind.lists, PATIENCE).toEqual([[...ALL_LISTS]])
    expect(behind.lastEventId).toBe(unchanged.lastEventId)
    behind.close()

    // Rows that were built anew come to the same position with another generation.
    await world.pool.query('update read.tenants set generation = gen_random_uuid()')
    const rebuilt = await desk.listen(session, { 'last-event-id': behind.lastEventId })
    await expect.poll(() => rebuilt.lists, PATIENCE).toEqual([[...ALL_LISTS]])
    // While a stream is open too, although nobody says so.
    await world.pool.query('update read.tenants set generation = gen_random_uuid()')
    await expect.poll(() => rebuilt.lists, PATIENCE).toEqual([[...ALL_LISTS], [...ALL_LISTS]])
    rebuilt.close()
  })

  it('is told of a busy minute in few events, and of its end', async () => {
    const { desk, world, harbour, golf } = given()
    const ear = await (await desk.listen(await desk.signIn(harbour))).listens()
    await Promise.all(Array.from({ length: 60 }, () => world.story.request(golf, '2027-01-10', '2027-02-01')))
    await world.caughtUp()
    const { rows } = await world.pool.query<{ version: string }>(
      `select version || '.' || released || '.' || generation as version from read.tenants where business_id = $1`,
      [harbour.businessId],
    )
    await expect.poll(() => ear.lastEventId, PATIENCE).toBe(rows[0]?.version)
    expect(ear.heard.length).toBeLessThan(60)
    ear.close()
  })
})

describe('a stream', () => {
  it('is opened to nobody without a session, and HEAD opens none', async () => {
    const { desk, harbour } = given()
    expect(await desk.get('/api/admin/live')).toMatchObject({ status: 401 })
    const session = await desk.signIn(harbour)
    await expect.poll(() => desk.live.streams, PATIENCE).toBe(0)
    expect(await desk.get('/api/admin/live', { session, method: 'HEAD' })).toMatchObject({ status: 200 })
    expect(await desk.get('/api/admin/live?since=1', { session })).toMatchObject({ status: 400 })
    expect(desk.live.streams).toBe(0)
  })

  it('ends when its member signs out, is deactivated, or the business is, and when the session is over', async () => {
    const { desk, world, harbour, leaver, closed } = given()
    const [signedOut, deactivated, shut, stays] = await Promise.all(
      [harbour, leaver, closed, harbour].map(async (tenant) => {
        const session = await desk.signIn(tenant)
        return { session, ear: await (await desk.listen(session)).listens() }
      }),
    )
    await world.pool.query('delete from public.sessions where sid = $1', [signedOut?.session.slice(2).split('.')[0]])
    await world.story.deactivateUser(leaver)
    await world.story.deactivate(closed)
    for (const gone of [signedOut, deactivated, shut]) await expect.poll(() => gone?.ear.ended, PATIENCE).toBe(true)
    expect(stays?.ear.ended).toBe(false)

    const start = desk.clock.now
    desk.clock.now = new Date(start.getTime() + 121 * 60_000)
    await expect.poll(() => stays?.ear.ended, PATIENCE).toBe(true)
    desk.clock.now = start
  })

  it('does not keep its session alive', async () => {
    const { desk, world, harbour } = given()
    const session = await desk.signIn(harbour)
    const sid = session.slice(2).split('.')[0]
    const expiry = async () => {
      const { rows } = await world.pool.query<{ expire: Date }>('select expire from public.sessions where sid = $1', [
        sid,
      ])
      return rows[0]?.expire.getTime()
    }
    const before = await expiry()
    const ear = await (await desk.listen(session)).listens()
    const start = desk.clock.now
    desk.clock.now = new Date(start.getTime() + 60 * 60_000)
    const looked = vi.spyOn(desk.lookUps, 'query')
    await expect.poll(() => looked.mock.calls.length, PATIENCE).toBeGreaterThanOrEqual(3)
    looked.mockRestore()
    expect(await expiry()).toBe(before)
    desk.clock.now = start
    ear.close()
  })

  it('and what is asked for unattended keeps none alive either, until somebody is there again', async () => {
    const { desk, world, harbour } = given()
    const session = await desk.signIn(harbour)
    const expiry = async () => {
      const { rows } = await world.pool.query<{ expire: Date }>('select expire from public.sessions where sid = $1', [
        session.slice(2).split('.')[0],
      ])
      return rows[0]?.expire.getTime()
    }
    const before = await expiry()
    const start = desk.clock.now
    desk.clock.now = new Date(start.getTime() + 60 * 60_000)
    const headers = { 'x-unattended': '1' }
    expect((await desk.get('/api/admin/bookings', { session, headers })).status).toBe(200)
    expect((await desk.get('/api/admin/business', { session, headers })).status).toBe(200)
    expect(await expiry()).toBe(before)
    await desk.get('/api/admin/business', { session })
    await expect.poll(expiry, PATIENCE).toBeGreaterThan(before ?? 0)
    desk.clock.now = start
  })

  it('is refused beyond 20 of one member: 429 with Retry-After; a closed one makes room', async () => {
    const { desk, harbour } = given()
    const session = await desk.signIn(harbour)
    // Those of the tests before have gone.
    await expect.poll(() => desk.live.streams, PATIENCE).toBe(0)
    const ears = await Promise.all(Array.from({ length: 20 }, () => desk.listen(session)))
    await expect.poll(() => desk.live.streams).toBe(20)
    const refused = await desk.get('/api/admin/live', { session })
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    ears[0]?.close()
    await expect.poll(() => desk.live.streams, PATIENCE).toBe(19)
    const again = await (await desk.listen(session)).listens()
    for (const ear of [...ears, again]) ear.close()
    await expect.poll(() => desk.live.streams, PATIENCE).toBe(0)
  })
})
