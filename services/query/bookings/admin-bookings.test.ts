import { type AdminBooking, AdminBookings } from '@forecourt/contracts/booking.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open.ts'
import type { Rental } from '../testing/rental.ts'

const given = opened(async ({ story }, desk) => {
  const harbour = await story.business('Harbour Hire')
  const fiesta = await story.vehicle(harbour, 'Ford Fiesta')
  const golf = await story.vehicle(harbour, 'VW Golf')
  const june = await story.request(fiesta, '2026-06-10', '2026-06-13', { name: 'Ada Byron', email: 'ada@example.com' })
  const july = await story.request(golf, '2026-07-01', '2026-07-03', { name: 'Grace %_ Hopper' })
  await story.approve(june)
  await story.noteDown(june, 'Paid in cash')
  await story.hideFromRecent(july)
  return { june, july, fiesta, golf, staff: await desk.signIn(harbour) }
})

async function list(query = ''): Promise<AdminBooking[]> {
  const { desk, staff } = given()
  const answer = await desk.get(`/api/admin/bookings${query}`, { session: staff })
  expect(answer.status).toBe(200)
  return AdminBookings.parse(answer.body)
}
const ids = (bookings: readonly AdminBooking[]) => bookings.map(({ id }) => id)
const bookingIds = (...rentals: Rental[]) => rentals.map(({ bookingId }) => bookingId)

describe('GET /api/admin/bookings', () => {
  it('shows each booking with a nested customer and car, as the contract says', async () => {
    const { june } = given()
    const shown = (await list()).find(({ id }) => id === june.bookingId)
    expect(shown).toMatchObject({
      status: 'approved',
      pickupDate: '2026-06-10',
      dropoffDate: '2026-06-13',
      totalAmount: '135.00',
      dailyRate: '45.00',
      customerName: 'Ada Byron',
      customerPhone: '07700900123',
      notes: 'Please add a child seat',
      adminNotes: 'Paid in cash',
      hiddenFromRecent: false,
      customer: { name: 'Ada Byron', email: 'ada@example.com', licenseImageUrl: expect.stringMatching(/^\/objects\//) },
      car: { name: 'Ford Fiesta' },
    })
  })

  it('lists the newest first', async () => {
    const { june, july } = given()
    expect(ids(await list())).toEqual(bookingIds(july, june))
  })

  it('keeps those that hold a day of the calendar’s range', async () => {
    const { june, july } = given()
    expect(ids(await list('?from=2026-06-12&to=2026-06-13'))).toEqual(bookingIds(june))
    expect(await list('?from=2026-06-13&to=2026-07-01')).toEqual([])
    expect(ids(await list('?from=2026-06-13'))).toEqual(bookingIds(july))
    expect(ids(await list('?to=2026-06-11'))).toEqual(bookingIds(june))
  })

  it('gives the one that is named, however far back it is, and none where there is none', async () => {
    const { june } = given()
    expect(ids(await list(`?id=${june.bookingId}`))).toEqual(bookingIds(june))
    expect(await list('?id=nothing')).toEqual([])
  })

  it('keeps those of a status', async () => {
    const { june, july } = given()
    expect(ids(await list('?status=approved'))).toEqual(bookingIds(june))
    expect(ids(await list('?status=pending'))).toEqual(bookingIds(july))
    expect(await list('?status=completed')).toEqual([])
  })

  it('keeps those whose renter asks to cancel, however long ago they were made and however far ahead they begin', async () => {
    const { world, desk } = given()
    const tenant = await world.story.business('Cancel Hire')
    const car = await world.story.vehicle(tenant, 'Ford Fiesta')
    const summer = await world.story.request(car, '2028-07-01', '2028-07-03')
    await world.story.request(car, '2028-08-01', '2028-08-03')
    await world.story.approve(summer)
    const session = await desk.signIn(tenant)
    const { bookingId, customerId } = summer
    const data = { bookingId, businessId: tenant.businessId, customerId }
    const after = async (type: string) => {
      await world.story.append(scheduleStream(car.vehicleId), tenant.businessId, [{ type, data }])
      await world.caughtUp()
      const { body } = await desk.get('/api/admin/bookings?cancellation=asked', { session })
      return ids(AdminBookings.parse(body))
    }
    expect(await after('CancellationRequested')).toEqual([bookingId])
    expect(await after('CancellationDeclined')).toEqual([])
  })

  it('searches name, e-mail, reference and vehicle, and takes every character as it is', async () => {
    const { june, july } = given()
    const reference = (await list('?q=ada'))[0]?.reference ?? ''
    for (const q of ['aDA bY', 'ADA@example', reference.toLowerCase(), `#${reference}`, 'fiesta']) {
      expect([q, ...ids(await list(`?q=${encodeURIComponent(q)}`))]).toEqual([q, ...bookingIds(june)])
    }
    expect(ids(await list(`?q=${encodeURIComponent('%_')}`))).toEqual(bookingIds(july))
    expect(await list(`?q=${encodeURIComponent("' or true --")}`)).toEqual([])
  })

  it('needs each word, in any order, and no accents', async () => {
    const { world, desk } = given()
    const tenant = await world.story.business('Praha Hire')
    const car = await world.story.vehicle(tenant, 'Škoda Octavia')
    const renter = { name: 'Zoe\u0308 Ødegård', email: 'zoe@example.com' }
    const { bookingId } = await world.story.request(car, '2026-06-10', '2026-06-12', renter)
    await world.caughtUp()
    const session = await desk.signIn(tenant)
    const search = async (q: string) =>
      ids(AdminBookings.parse((await desk.get(`/api/admin/bookings?q=${encodeURIComponent(q)}`, { session })).body))
    for (const q of ['skoda', 'ŠKODA', 'S\u030ckoda', 'octavia zoe', 'Zoë', 'Ødegard zoë', 'škoda  #BR-']) {
      expect([q, ...(await search(q))]).toEqual([q, bookingId])
    }
    for (const q of ['skoda fiesta', 'zoeoctavia']) expect([q, ...(await search(q))]).toEqual([q])
  })

  it('takes every apostrophe for the same: phones type another one than keyboards', async () => {
    const { world, desk } = given()
    const tenant = await world.story.business('Cork Hire')
    const car = await world.story.vehicle(tenant, 'Ford Focus')
    const names = ["Una O'Brien", 'Una O\u2019Brien', 'Una O\u2018Brien', 'Una O\u02bcBrien']
    const asked: string[] = []
    for (const name of names) {
      asked.push((await world.story.request(car, '2026-06-10', '2026-06-12', { name })).bookingId)
    }
    await world.caughtUp()
    const session = await desk.signIn(tenant)
    for (const q of ["o'brien", 'o\u2019brien', 'O\u2018BRIEN una', 'o\u02bcbrien']) {
      const { body } = await desk.get(`/api/admin/bookings?q=${encodeURIComponent(q)}`, { session })
      expect([q, ...ids(AdminBookings.parse(body)).toSorted()]).toEqual([q, ...asked.toSorted()])
    }
  })

  it('finds a vehicle by its plate as well, with or without the space, in any case', async () => {
    const { june, july } = given()
    for (const q of ['AB12 CDE', 'ab12cde', 'b12c']) {
      expect([q, ...ids(await list(`?q=${encodeURIComponent(q)}`))]).toEqual([q, ...bookingIds(july, june)])
    }
    expect(await list('?q=zz99')).toEqual([])
  })

  it('filters by all at once: range, status and search', async () => {
    const { june } = given()
    const query = '?from=2026-06-01&to=2026-07-31&status=approved&q=ada'
    expect(ids(await list(query))).toEqual(bookingIds(june))
    expect(await list(query.replace('approved', 'pending'))).toEqual([])
    expect(await list(query.replace('ada', 'grace'))).toEqual([])
    expect(await list(query.replace('2026-06-01', '2026-06-13'))).toEqual([])
  })

  it('still carries bookings that are hidden, and says from where', async () => {
    const { july } = given()
    const shown = (await list()).find(({ id }) => id === july.bookingId)
    expect(shown).toMatchObject({ hiddenFromRecent: true, hiddenFromBookingsPage: false })
  })

  it('shows nothing of an erased customer', async () => {
    const { world, fiesta } = given()
    const rental = await world.story.request(fiesta, '2027-01-01', '2027-01-03', { name: 'CANARY' })
    await world.story.erase(rental)
    await world.caughtUp()
    const shown = (await list('?from=2027-01-01&to=2027-01-02'))[0]
    expect(shown).toMatchObject({
      customerName: null,
      customerEmail: null,
      licenseImageUrl: null,
      notes: null,
      customer: { name: null, email: null, phone: null, licenseImageUrl: null },
      totalAmount: '90.00',
    })
  })

  it.each([
    '?limit=0',
    '?limit=1001',
    '?limit=-1',
    '?limit=1e2',
    '?limit=10&limit=20',
    '?from=2026-02-30',
    '?from=2026-06-01T00:00:00Z',
    '?from=0000-01-01',
    '?to=0000-12-31',
    '?status=cancelled',
    '?cancellation=no',
    '?q=',
    '?q=%00',
    '?id=',
    '?status=rejected&id=a%00b',
    '?sort=name',
    '?cursor=',
    '?cursor=nonsense',
    `?cursor=${Buffer.from('["2026-01-01T00:00:00.000Z"]').toString('base64url')}`,
    `?cursor=${Buffer.from('["0000-01-01T00:00:00.000Z","6f1c9b9e-7a39-4a59-8f0e-3c2f1e8d7b61.01KC2Q6Z5V8N3M4T7R9W0X1Y2Z"]').toString('base64url')}`,
    `?cursor=${Buffer.from('["yesterday","x"]').toString('base64url')}`,
    `?cursor=${Buffer.from('{"__proto__":1}').toString('base64url')}`,
    `?cursor=${'A'.repeat(500)}`,
  ])('refuses %s with 400', async (query) => {
    const { desk, staff } = given()
    const answer = await desk.get(`/api/admin/bookings${query}`, { session: staff })
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid-query' }])
    // Whoever is not signed in learns nothing, not even that.
    expect((await desk.get(`/api/admin/bookings${query}`)).status).toBe(401)
  })
})

describe('pages of bookings', () => {
  const paged = opened(async ({ story }, desk) => {
    const harbour = await story.business('Page Hire')
    const car = await story.vehicle(harbour, 'Ford Fiesta')
    const at = '2026-03-01T09:00:00.000Z'
    // Three of one moment: the order among them must not shift either.
    for (const when of [undefined, at, at, at, undefined, undefined, undefined]) {
      await story.request(car, '2026-06-10', '2026-06-13', {}, when)
    }
    return { car, staff: await desk.signIn(harbour) }
  })

  it('show every booking once and in order, although new ones come in between', async () => {
    const { desk, staff, world, car } = paged()
    const all = AdminBookings.parse((await desk.get('/api/admin/bookings', { session: staff })).body)
    expect(all).toHaveLength(7)
    const shown: string[] = []
    let next: string | undefined = '/api/admin/bookings?limit=2'
    while (next !== undefined) {
      const page = await desk.get(next, { session: staff })
      shown.push(...ids(AdminBookings.parse(page.body)))
      next = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
      await world.story.request(car, '2026-06-10', '2026-06-13')
      await world.caughtUp()
    }
    expect(shown).toEqual(ids(all))
  })

  it('keep the filters of the first', async () => {
    const { desk, staff } = paged()
    const page = await desk.get('/api/admin/bookings?limit=1&status=pending&q=renter&from=2026-06-01', {
      session: staff,
    })
    const link = page.headers.get('link') ?? ''
    for (const part of ['limit=1', 'status=pending', 'q=renter', 'from=2026-06-01', 'cursor=']) {
      expect(link).toContain(part)
    }
  })

  it('have 500 bookings unless another number up to 1,000 is asked for', async () => {
    const { desk, world } = paged()
    const tenant = await world.story.business('Many Bookings')
    const car = await world.story.vehicle(tenant, 'Ford Fiesta')
    await Promise.all(Array.from({ length: 502 }, () => world.story.request(car, '2026-06-10', '2026-06-13')))
    await world.caughtUp()
    const session = await desk.signIn(tenant)
    const first = await desk.get('/api/admin/bookings', { session })
    expect(AdminBookings.parse(first.body)).toHaveLength(500)
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await desk.get(next, { session })
    expect([AdminBookings.parse(second.body).length, second.headers.get('link')]).toEqual([2, null])
    const all = await desk.get('/api/admin/bookings?limit=1000', { session })
    expect([AdminBookings.parse(all.body).length, all.headers.get('link')]).toEqual([502, null])
  })

  it('have no next one when the list is exactly full', async () => {
    const { desk, staff } = paged()
    const all = AdminBookings.parse((await desk.get('/api/admin/bookings', { session: staff })).body)
    const page = await desk.get(`/api/admin/bookings?limit=${all.length}`, { session: staff })
    expect(page.headers.get('link')).toBeNull()
  })
})
