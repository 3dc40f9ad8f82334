import { Customers } from '@forecourt/contracts/customer.ts'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open.ts'

const given = opened(async ({ story }, desk) => {
  const harbour = await story.business('Harbour Hire')
  const northern = await story.business('Northern Wheels')
  const car = await story.vehicle(harbour, 'Ford Fiesta')
  const theirs = await story.vehicle(northern, 'VW Golf')
  const ada = await story.request(car, '2026-06-10', '2026-06-13', { name: 'Ada Byron', email: 'ada@example.com' })
  const gone = await story.request(car, '2026-06-20', '2026-06-21', { name: 'CANARY Gone' })
  const elodie = await story.request(car, '2026-07-01', '2026-07-03', { name: 'Élodie %_', email: 'e@example.org' })
  await story.request(theirs, '2026-07-01', '2026-07-03', { name: 'CANARY of Northern', email: 'ada@example.com' })
  await story.erase(gone)
  return { car, ada, elodie, gone, staff: await desk.signIn(harbour) }
})

async function list(query = '') {
  const { desk, staff } = given()
  const answer = await desk.get(`/api/admin/customers${query}`, { session: staff })
  expect([query, answer.status]).toEqual([query, 200])
  expect(answer.text).not.toContain('CANARY')
  return Customers.parse(answer.body)
}
const ids = async (query: string) => (await list(query)).map(({ id }) => id)

describe('GET /api/admin/customers', () => {
  it('shows who has asked the business for a booking, the newest first, those who were erased left out', async () => {
    const { ada, elodie } = given()
    expect(await list()).toMatchObject([
      { id: elodie.customerId, name: 'Élodie %_' },
      {
        id: ada.customerId,
        name: 'Ada Byron',
        email: 'ada@example.com',
        phone: '07700900123',
        address: '12 Harbour Street',
        licenseStatus: 'pending',
        licenseImageUrl: expect.stringMatching(/^\/objects\/licences\//),
        hiddenFromCustomersPage: false,
      },
    ])
  })

  it('gives the one of an id, however many came since, and none of an id that is nobody’s of this business', async () => {
    const { ada, gone } = given()
    expect(await ids(`?id=${ada.customerId}`)).toEqual([ada.customerId])
    expect(await ids(`?id=${gone.customerId}`)).toEqual([])
    expect(await ids('?id=nobody')).toEqual([])
  })

  it('searches name and e-mail, whatever their case, and takes every character as it is', async () => {
    const { ada, elodie } = given()
    for (const [q, found] of [
      ['aDA bY', [ada.customerId]],
      ['EXAMPLE.COM', [ada.customerId]],
      ['éLODIE', [elodie.customerId]],
      ['ÉLODIE', [elodie.customerId]],
      ['elodie', [elodie.customerId]],
      ['byron ADA', [ada.customerId]],
      ['ada elodie', []],
      ['%_', [elodie.customerId]],
      ['harbour street', []],
      ["' or true --", []],
      ['canary', []],
    ] as const) {
      expect([q, await ids(`?q=${encodeURIComponent(q)}`)]).toEqual([q, found])
    }
  })

  it('takes every apostrophe for the same: phones type another one than keyboards', async () => {
    const { world, car } = given()
    const [typed, curly] = ["Una O'Brien", 'Mick D\u2019Arcy']
    const una = await world.story.request(car, '2026-08-03', '2026-08-04', { name: typed, email: 'una@cork.example' })
    const mick = await world.story.request(car, '2026-08-05', '2026-08-06', { name: curly, email: 'mick@cork.example' })
    await world.caughtUp()
    for (const apostrophe of ["'", '\u2019', '\u2018', '\u02bc']) {
      const found = async (q: string) => await ids(`?q=${encodeURIComponent(q.replace('_', apostrophe))}`)
      expect([apostrophe, await found('o_brien'), await found('D_ARCY')]).toEqual([
        apostrophe,
        [una.customerId],
        [mick.customerId],
      ])
    }
  })

  it('still carries those who are hidden from the page, and says so', async () => {
    const { world, car } = given()
    const hidden = await world.story.request(car, '2026-08-01', '2026-08-02', { name: 'Hidden Person' })
    await world.story.hideCustomer(hidden)
    await world.story.verifyLicence(hidden)
    await world.caughtUp()
    expect(await list('?q=hidden+person')).toMatchObject([{ hiddenFromCustomersPage: true, licenseStatus: 'verified' }])
  })

  it('comes page by page, with the search in the address of the next one', async () => {
    const { desk, staff } = given()
    const all = await ids('?q=example')
    const shown: string[] = []
    const paths: string[] = []
    let next: string | undefined = '/api/admin/customers?limit=1&q=example'
    while (next !== undefined) {
      paths.push(next)
      const page = await desk.get(next, { session: staff })
      shown.push(...Customers.parse(page.body).map(({ id }) => id))
      next = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(shown).toEqual(all)
    expect(paths).toHaveLength(all.length)
    expect(paths.filter((path) => !path.includes('q=example'))).toEqual([])
  })

  it.each(['?limit=0', '?limit=1001', '?q=', '?q=%00', '?cursor=nonsense', '?status=verified', '?q=a&q=b'])(
    'refuses %s with 400, and says nothing without a session',
    async (query) => {
      const { desk, staff } = given()
      const answer = await desk.get(`/api/admin/customers${query}`, { session: staff })
      expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid-query' }])
      expect((await desk.get(`/api/admin/customers${query}`)).status).toBe(401)
    },
  )
})

describe('the licence', () => {
  it('shows what was said of it, when and by whom, and why it was refused', async () => {
    const { world, car } = given()
    const by = car.tenant.staff
    const renter = await world.story.request(car, '2026-10-01', '2026-10-02', { name: 'Licence Person' })
    const shown = async () => {
      await world.caughtUp()
      const [customer] = await list('?q=licence+person')
      return customer
    }
    expect(await shown()).toMatchObject({ licenseRefusedReason: null, licenseCheckedAt: null, licenseCheckedBy: null })
    await world.story.refuseLicence(renter, 'Too dark', by)
    const refused = await shown()
    expect(refused).toMatchObject({ licenseStatus: 'refused', licenseRefusedReason: 'Too dark' })
    expect(refused?.licenseCheckedBy).toEqual(expect.any(String))
    expect(refused?.licenseCheckedAt).toBe(refused?.updatedAt)
    await world.story.expireLicence(renter)
    expect(await shown()).toMatchObject({
      licenseStatus: 'expired',
      licenseRefusedReason: null,
      licenseCheckedBy: null,
    })
    await world.story.verifyLicence(renter, by)
    expect(await shown()).toMatchObject({ licenseStatus: 'verified', licenseCheckedBy: refused?.licenseCheckedBy })
  })

  it('is pending again with another picture, whether the renter replaces it or staff approve a booking with one', async () => {
    const { world, car } = given()
    const email = 'another-picture@example.com'
    const shown = async () => {
      await world.caughtUp()
      const [customer] = await list(`?q=${encodeURIComponent(email)}`)
      return customer
    }
    const first = await world.story.request(car, '2026-11-01', '2026-11-02', { email })
    await world.story.verifyLicence(first)
    await world.story.approve(first)
    expect(await shown(), 'the same picture').toMatchObject({ licenseStatus: 'verified' })
    const second = await world.story.request(car, '2026-11-05', '2026-11-06', { email })
    expect(await shown(), 'nobody has approved it').toMatchObject({ licenseStatus: 'verified' })
    await world.story.approve(second)
    const approved = await shown()
    expect(approved).toMatchObject({ licenseStatus: 'pending', licenseCheckedAt: null, licenseCheckedBy: null })
    await world.story.refuseLicence(second, 'CANARY'.slice(1))
    await world.story.replaceLicence(second, '/objects/licences/replaced')
    expect(await shown()).toMatchObject({
      licenseStatus: 'pending',
      licenseRefusedReason: null,
      licenseImageUrl: '/objects/licences/replaced',
    })
    const row = (await world.rows('bookings')).find(({ booking_id }) => booking_id === second.bookingId)
    expect(row).toMatchObject({ licence_path: '/objects/licences/replaced' })
    await world.story.refuseLicence(second, 'Still too dark')
    await world.story.erase(second)
    await world.caughtUp()
    const erased = (await world.rows('customers')).find(({ customer_id }) => customer_id === second.customerId)
    expect(erased).toMatchObject({ licence_path: null, licence_refused_reason: null })
  })
})

describe('a request that was on its way while its customer was erased', () => {
  it('tells nothing of them, although its key was still in memory', async () => {
    const { world, car } = given()
    const first = await world.story.request(car, '2026-09-01', '2026-09-02', { email: 'late@example.com' })
    await world.story.eraseKeepingKey(first)
    const late = await world.story.request(car, '2026-09-05', '2026-09-06', {
      name: 'CANARY',
      email: 'late@example.com',
    })
    expect(late.customerId).toBe(first.customerId)
    await world.caughtUp()
    const row = (await world.rows('bookings')).find(({ booking_id }) => booking_id === late.bookingId)
    expect(row).toMatchObject({ contact_name: null, contact_email: null, licence_path: null, notes: null })
  })
})
