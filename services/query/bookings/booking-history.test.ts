import { BookingHistory } from '@forecourt/contracts/booking-history.ts'
import { describe, expect, it } from 'vitest'
import { compareReadModels } from '../projection/compare.ts'
import { rebuild } from '../projection/rebuild.ts'
import { LIVE } from '../projection/schema-name.ts'
import { opened } from '../testing/open.ts'
import type { Rental } from '../testing/rental.ts'

const given = opened(async ({ story }, desk) => {
  const harbour = await story.business('Harbour History')
  const wheels = await story.business('Wheels History')
  const fiesta = await story.vehicle(harbour, 'Ford Fiesta')
  const golf = await story.vehicle(wheels, 'VW Golf')
  const request = (day: number) => story.request(fiesta, `2026-06-${day}`, `2026-06-${day + 2}`, { name: 'CANARY' })
  return {
    harbour,
    request,
    theirs: await story.request(golf, '2026-06-10', '2026-06-13'),
    staff: await desk.signIn(harbour),
  }
})

async function historyOf({ bookingId }: Rental) {
  const { desk, world, staff } = given()
  await world.caughtUp()
  return await desk.get(`/api/admin/bookings/${bookingId}/history`, { session: staff })
}

const sentencesOf = (body: unknown) => BookingHistory.parse(body).map(({ sentence }) => sentence)

describe("a booking's history", () => {
  it('says what happened in its order, by whom, and nothing personal', async () => {
    const { request, world } = given()
    const rental = await request(10)
    await world.story.approve(rental)
    await request(20)
    const answer = await historyOf(rental)
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('CANARY')
    expect(sentencesOf(answer.body)).toEqual([
      expect.stringMatching(/^Booking BR-\d+ was asked for in the portal: Wed 10 Jun 2026 → Fri 12 Jun 2026/),
      'The booking was approved for Wed 10 Jun 2026 → Fri 12 Jun 2026',
    ])
    expect(BookingHistory.parse(answer.body)[0]?.by).toEqual({ kind: 'system', name: null })
  })

  it('grows with what happens, and stays when the customer is erased', async () => {
    const { request, world } = given()
    const rental = await request(15)
    const before = await historyOf(rental)
    await world.story.reject(rental)
    const after = await historyOf(rental)
    expect(sentencesOf(before.body)).toHaveLength(1)
    expect(sentencesOf(after.body)).toHaveLength(2)
    await world.story.erase(rental)
    await world.vault.forget(rental.customerId)
    expect(sentencesOf((await historyOf(rental)).body)).toEqual(sentencesOf(after.body))
  })

  it('names colleagues, and those who have no name by their address', async () => {
    const { request, world, harbour } = given()
    const named = await request(17)
    await world.story.approve(named, harbour.staff)
    const nameless = await world.story.user(harbour.businessId, 'jo@history.example', null)
    await world.story.cancel(named, nameless)
    const by = BookingHistory.parse((await historyOf(named)).body).map((entry) => entry.by)
    expect(by.slice(1)).toEqual([
      { kind: 'member', name: 'Robin Desk' },
      { kind: 'member', name: 'jo@history.example' },
    ])
  })

  it("is nobody else's: 404 for a booking of another business, of none, and for what is no id", async () => {
    const { theirs, desk, staff } = given()
    expect((await historyOf(theirs)).status).toBe(404)
    const nobodys = `${theirs.bookingId.slice(0, -1)}0`
    expect((await desk.get(`/api/admin/bookings/${nobodys}/history`, { session: staff })).status).toBe(404)
    expect((await desk.get('/api/admin/bookings/x/history', { session: staff })).status).toBe(404)
    expect((await desk.get(`/api/admin/bookings/${theirs.bookingId}/history`)).status).toBe(401)
  })

  it('is the same when the log is replayed', async () => {
    const { world } = given()
    await world.caughtUp()
    await rebuild({ ...world.projection('replayed'), eventLog: world.eventLog })
    expect(await compareReadModels(world.pool, LIVE, 'replayed')).toEqual([])
  })
})
