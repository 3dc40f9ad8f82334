import { randomUUID } from 'node:crypto'
import { CurrentUser } from '@forecourt/contracts/account.ts'
import { AdminBusiness } from '@forecourt/contracts/business.ts'
import { UserId } from '@forecourt/domain/ids.ts'
import { describe, expect, it, vi } from 'vitest'
import { opened } from '../testing/open.ts'

const given = opened(async ({ story }) => {
  const harbour = await story.business('Harbour Hire')
  const leaver = await story.business('Leaver Lets')
  const closed = await story.business('Closed Cars')
  return { harbour, leaver, closed }
})

const ROUTES = ['/api/auth/user', '/api/admin/business', '/api/admin/bookings', '/api/admin/cars']

async function statuses(session?: string): Promise<number[]> {
  const { desk } = given()
  const asking = session === undefined ? {} : { session }
  return await Promise.all(ROUTES.map(async (route) => (await desk.get(route, asking)).status))
}

describe('a session', () => {
  it('shows who is signed in, and their business', async () => {
    const { desk, harbour } = given()
    const session = await desk.signIn(harbour)
    const user = await desk.get('/api/auth/user', { session })
    expect(CurrentUser.parse(user.body)).toMatchObject({
      id: harbour.staff,
      email: 'staff@harbour-hire.example',
      businessId: harbour.businessId,
      business: { slug: 'harbour-hire', name: 'Harbour Hire' },
    })
    const business = await desk.get('/api/admin/business', { session })
    expect(AdminBusiness.parse(business.body)).toMatchObject({ id: harbour.businessId, primaryColor: '#0f6fde' })
    for (const { headers } of [user, business]) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('vary')).toContain('Cookie')
    }
  })

  it('is needed: without one, with a forged one or a deleted one each call answers 401 with a problem', async () => {
    const { desk, harbour, world } = given()
    expect(await statuses()).toEqual([401, 401, 401, 401])
    const session = await desk.signIn(harbour)
    expect(await statuses(`${session.slice(0, -4)}AAAA`)).toEqual([401, 401, 401, 401])
    expect(await statuses(session.slice(2))).toEqual([401, 401, 401, 401])
    expect(await statuses(session)).toEqual([200, 200, 200, 200])
    await world.pool.query('delete from public.sessions')
    expect(await statuses(session)).toEqual([401, 401, 401, 401])
    const answer = await desk.get('/api/auth/user')
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('is nobody else’s: who says that they act as another member is answered 401 by each call', async () => {
    const { desk, harbour, leaver } = given()
    const session = await desk.signIn(harbour)
    const as = async (member: string) =>
      await Promise.all(
        [...ROUTES, '/api/admin/live'].map(async (route) => {
          const headers = { 'x-acting-member': member }
          // Of a stream the head alone.
          const method = route.endsWith('live') ? 'HEAD' : 'GET'
          return (await desk.get(route, { session, method, headers })).status
        }),
      )
    expect(await as(harbour.staff)).toEqual([200, 200, 200, 200, 200])
    expect(await as(leaver.staff)).toEqual([401, 401, 401, 401, 401])
  })

  it('of somebody whom the rows do not know yet is told 503 while these lag behind what they have seen', async () => {
    const { desk, harbour, world } = given()
    const added = UserId.parse(randomUUID())
    const session = await desk.signIn({ ...harbour, staff: added })
    const asked = async (path: string, seen?: bigint) =>
      (await desk.get(path, { session, ...(seen && { seen }) })).status
    const end = await world.eventLog.head()
    // So far that nobody waits for it.
    const beyond = end + 2n ** 40n
    expect(await asked('/api/admin/bookings', end)).toBe(401)
    expect(await asked('/api/admin/bookings')).toBe(401)
    expect(await asked('/api/admin/bookings', beyond)).toBe(503)
    const { headers } = await desk.get('/api/admin/bookings', { session, seen: beyond })
    expect(headers.get('x-stale')).toBe('true')
    expect(await asked('/api/admin/exports/bookings', beyond)).toBe(503)
    expect(await asked('/api/admin/exports/bookings', end)).toBe(401)
  })

  it('ends after two idle hours, and after twelve however busy', async () => {
    const { desk, harbour } = given()
    const start = desk.clock.now
    const session = await desk.signIn(harbour)
    const after = async (minutes: number) => {
      desk.clock.now = new Date(start.getTime() + minutes * 60_000)
      return (await statuses(session))[0]
    }
    expect(await after(119)).toBe(200)
    // That call has moved the end on.
    await vi.waitFor(async () => expect(await expiry(session)).toBe(start.getTime() + (119 + 120) * 60_000), 60_000)
    expect(await after(180)).toBe(200)
    await vi.waitFor(async () => expect(await expiry(session)).toBe(start.getTime() + (180 + 120) * 60_000), 60_000)
    expect(await after(301)).toBe(401)

    desk.clock.now = start
    const busy = await desk.signIn(harbour, new Date(start.getTime() - 11 * 3_600_000))
    expect((await statuses(busy))[0]).toBe(200)
    desk.clock.now = new Date(start.getTime() + 61 * 60_000)
    expect((await statuses(busy))[0]).toBe(401)
    desk.clock.now = start
  })

  it('is not written to at every call', async () => {
    const { desk, harbour } = given()
    const session = await desk.signIn(harbour)
    const before = await expiry(session)
    desk.clock.now = new Date(desk.clock.now.getTime() + 4 * 60_000)
    expect((await statuses(session))[0]).toBe(200)
    expect(await expiry(session)).toBe(before)
  })

  it('ends when the user or the business is deactivated, and when the password changes', async () => {
    const { desk, harbour, leaver, closed, world } = given()
    const [left, shut, changed] = await Promise.all([leaver, closed, harbour].map((tenant) => desk.signIn(tenant)))
    expect((await statuses(left))[0]).toBe(200)
    await world.story.deactivateUser(leaver)
    await world.story.deactivate(closed)
    await world.caughtUp()
    expect(await statuses(left)).toEqual([401, 401, 401, 401])
    expect(await statuses(shut)).toEqual([401, 401, 401, 401])

    const changedAt = (time: Date) =>
      world.pool.query(
        `insert into public.credentials (user_id, login_hmac, business_id, password_hash, changed_at)
         values ($1, 'hmac', $2, 'hash', $3) on conflict (user_id) do update set changed_at = excluded.changed_at`,
        [harbour.staff, harbour.businessId, time],
      )
    await changedAt(new Date(desk.clock.now.getTime() - 1))
    expect((await statuses(changed))[0]).toBe(200)
    await changedAt(new Date(desk.clock.now.getTime() + 1))
    expect((await statuses(changed))[0]).toBe(401)
  })
})

async function expiry(session: string): Promise<number | undefined> {
  const sid = session.slice(2).split('.')[0]
  const { rows } = await given().world.pool.query<{ expire: Date }>(
    'select expire from public.sessions where sid = $1',
    [sid],
  )
  return rows[0]?.expire.getTime()
}
