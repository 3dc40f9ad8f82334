import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open.ts'

const MANY = 501
const FORMULA = '=HYPERLINK("https://evil.example","Ada")'

const given = opened(async ({ story }, desk) => {
  const harbour = await story.business('Harbour Hire')
  const northern = await story.business('Northern Wheels')
  const empty = await story.business('Empty Yard')
  const car = await story.vehicle(harbour, 'Ford Fiesta')
  const theirs = await story.vehicle(northern, 'VW Golf')
  const ada = await story.request(car, '2026-06-10', '2026-06-13', { name: FORMULA, email: 'ada@example.com' })
  await story.approve(ada)
  const gone = await story.request(car, '2026-06-20', '2026-06-21', { name: 'CANARY Gone' })
  await story.request(theirs, '2026-07-01', '2026-07-03', { name: 'CANARY of Northern' })
  await story.erase(gone)
  return { harbour, empty, car, ada, staff: await desk.signIn(harbour), nobody: await desk.signIn(empty) }
})

async function fetched(what: string, session = given().staff) {
  const answer = await given().desk.get(`/api/admin/exports/${what}`, { session })
  expect([what, answer.status]).toEqual([what, 200])
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${what}.csv"`)
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(answer.text).not.toContain('CANARY')
  expect(answer.text.replaceAll('\r\n', '')).not.toContain('\n')
  return answer.text
}
const rowsOf = async (what: string): Promise<Record<string, string>[]> =>
  parse(await fetched(what), { columns: true, bom: true, record_delimiter: '\r\n' })

describe('GET /api/admin/exports/{what}', () => {
  it('gives all bookings of the business, dates and money as they are stored, and no formula', async () => {
    const rows = await rowsOf('bookings')
    expect(rows).toHaveLength(2)
    expect(rows.find(({ Status }) => Status === 'approved')).toMatchObject({
      Customer: `'${FORMULA}`,
      Vehicle: 'Ford Fiesta',
      Plate: 'AB12 CDE',
      Pickup: '2026-06-10',
      'Drop-off': '2026-06-13',
      Days: '3',
      Notes: 'Please add a child seat',
    })
    expect(rows.find(({ Status }) => Status === 'pending')).toMatchObject({ Customer: '', Email: '', Notes: '' })
  })

  it('gives customers but for those who were erased, the fleet, and revenue by month', async () => {
    const { car } = given()
    expect(await rowsOf('customers')).toMatchObject([{ Name: `'${FORMULA}`, Email: 'ada@example.com' }])
    expect(await rowsOf('vehicles')).toMatchObject([{ Name: 'Ford Fiesta', Plate: 'AB12 CDE', Status: 'available' }])
    const revenue = ((3 * car.dailyRate) / 100).toFixed(2)
    expect(await rowsOf('revenue')).toEqual([{ Month: '2026-06', Bookings: '1', Days: '3', Revenue: revenue }])
  })

  it('adds up a month that earns more than one booking can', async () => {
    const { world, desk } = given()
    const lane = await world.story.business('Limousine Lane')
    const limousine = await world.story.vehicle(lane, 'Rolls-Royce Phantom', 6_000_000)
    for (const [pickup, dropoff] of [
      ['2026-06-01', '2026-06-11'],
      ['2026-06-11', '2026-06-21'],
    ] as const) {
      await world.story.approve(await world.story.request(limousine, pickup, dropoff))
    }
    await world.caughtUp()
    const answer = await desk.get('/api/admin/exports/revenue', { session: await desk.signIn(lane) })
    expect([answer.status, answer.text.split('\r\n')[1]]).toEqual([200, '2026-06,2,20,120000000.00'])
  })

  it('has its columns also when there is nothing else', async () => {
    for (const what of ['bookings', 'customers', 'vehicles', 'revenue']) {
      const { desk, nobody } = given()
      const answer = await desk.get(`/api/admin/exports/${what}`, { session: nobody })
      expect(parse(answer.text, { bom: true, record_delimiter: '\r\n' })).toHaveLength(1)
    }
  })

  it('is for members only, and takes no parameters', async () => {
    const { desk, staff } = given()
    expect((await desk.get('/api/admin/exports/bookings')).status).toBe(401)
    for (const query of ['?businessId=x', '?cursor=x', '?limit=1']) {
      expect((await desk.get(`/api/admin/exports/bookings${query}`, { session: staff })).status).toBe(400)
    }
    expect((await desk.get('/api/admin/exports/passwords', { session: staff })).status).toBe(404)
    expect((await desk.get('/api/admin/exports/bookings', { session: staff, method: 'HEAD' })).text).toBe('')
  })

  it('goes on where a page ends: each booking is in it once', async () => {
    const { world, harbour } = given()
    const vans = await world.story.vehicle(harbour, 'Vans')
    for (let count = 0; count < MANY; count += 1) {
      await world.story.request(vans, '2027-01-01', '2027-01-02', { email: 'many@example.com' })
    }
    await world.caughtUp()
    const references = (await rowsOf('bookings'))
      .filter(({ Vehicle }) => Vehicle === 'Vans')
      .map(({ Reference }) => Reference)
    expect(new Set(references).size).toBe(MANY)
    expect(references).toHaveLength(MANY)
  })
})
