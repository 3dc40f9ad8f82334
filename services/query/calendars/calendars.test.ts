import { randomUUID } from 'node:crypto'
import { CalendarFeeds } from '@forecourt/contracts/calendar-feed.ts'
import { BusinessId, FeedId, type VehicleId } from '@forecourt/domain/ids.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { mintCalendarToken } from '@forecourt/kit/calendar-link.ts'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'zod/mini'
import { opened } from '../testing/open.ts'
import type { Car, Tenant } from '../testing/rental.ts'
import { Workshop } from '../testing/workshop.ts'

/** Today is 2026-06-15. */
const given = opened(async (world, desk) => {
  const { story } = world
  const harbour = await story.business('Harbour Hire')
  const northern = await story.business('Northern Wheels')
  const closed = await story.business('Closed Yard')
  const fiesta = await story.vehicle(harbour, 'Ford Fiesta')
  const golf = await story.vehicle(harbour, 'VW Golf')
  const theirs = await story.vehicle(northern, 'CANARY Northern')
  const feed = async ({ businessId }: Tenant, vehicleId: VehicleId | null = null) => {
    const feedId = FeedId.parse(randomUUID())
    const data = { businessId, feedId, vehicleId }
    await story.append(businessStream(businessId), businessId, [{ type: 'CalendarFeedOpened', data }])
    return { businessId, feedId }
  }
  const revoke = async ({ businessId, feedId }: Awaited<ReturnType<typeof feed>>) => {
    const data = { businessId, feedId }
    await story.append(businessStream(businessId), businessId, [{ type: 'CalendarFeedRevoked', data }])
  }
  await story.request(theirs, '2026-07-01', '2026-07-03', { name: 'CANARY of Northern' })
  const all = await feed(harbour)
  const ofGolf = await feed(harbour, golf.vehicleId)
  const gone = await feed(closed)
  await story.deactivate(closed)
  const staff = await desk.signIn(harbour)
  return { harbour, northern, fiesta, golf, all, ofGolf, gone, feed, revoke, staff, workshop: new Workshop(story) }
})

type Feed = ReturnType<typeof given>['all']

const tokenOf = (feed: Feed) => mintCalendarToken(keyFromBase64(given().world.lookupKey), feed)
const get = async (token: string, more: Parameters<ReturnType<typeof given>['desk']['get']>[1] = {}) =>
  await given().desk.get(`/api/calendar/${token}.ics`, more)

/** The calendar as another program reads it. */
async function follow(feed: Feed) {
  await given().world.caughtUp()
  const answer = await get(tokenOf(feed))
  expect(answer.status).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(answer.text))
  const events = calendar.getAllSubcomponents('vevent').map((one) => {
    const event = new ICAL.Event(one)
    const { startDate, endDate, uid, summary, sequence } = event
    return {
      uid,
      summary,
      sequence,
      status: String(one.getFirstPropertyValue('status')),
      from: startDate.toString(),
      to: endDate.toString(),
      isWholeDays: startDate.isDate && endDate.isDate,
    }
  })
  return { answer, events, name: calendar.getFirstPropertyValue('x-wr-calname') }
}

const book = async (car: Car, from: string, to: string, name = 'Ada Byron') =>
  await given().world.story.request(car, from, to, { name, email: `${randomUUID()}@renter.example` })

describe('GET /api/calendar/{token}.ics', () => {
  it('shows requests, bookings and maintenance as whole days, and of a renter nothing but initials', async () => {
    const { world, fiesta, golf, all, ofGolf, workshop } = given()
    const asked = await book(fiesta, '2026-06-20', '2026-06-23', 'Ada King Byron')
    const approved = await book(golf, '2026-06-21', '2026-06-22', 'İpek')
    await world.story.approve(approved)
    await workshop.maintain(golf, '2026-06-25', '2026-06-26', { kind: 'mot', note: 'CANARY note' })
    const { events, name, answer } = await follow(all)
    expect(name).toBe('Harbour Hire')
    expect(events).toMatchObject([
      { summary: 'Ford Fiesta, A. B. (request)', status: 'TENTATIVE', from: '2026-06-20', to: '2026-06-23' },
      { summary: 'VW Golf, İ.', status: 'CONFIRMED', from: '2026-06-21', to: '2026-06-22', sequence: 1 },
      { summary: 'VW Golf: MOT', status: 'CONFIRMED', from: '2026-06-25', to: '2026-06-26' },
    ])
    expect(events.every(({ isWholeDays }) => isWholeDays)).toBe(true)
    for (const secret of ['CANARY', 'Ada', 'Byron', 'King', '@renter', asked.bookingId, asked.customerId]) {
      expect(answer.text).not.toContain(secret)
    }
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const one = await follow(ofGolf)
    expect(one.name).toBe('VW Golf · Harbour Hire')
    expect(one.events).toEqual(events.slice(1))
  })

  it.each([
    ['2026-03-27', '2026-03-31'],
    ['2026-10-23', '2026-10-28'],
  ])('keeps the days of a booking from %s to %s, in which clocks change', async (from, to) => {
    const { world, harbour, feed, desk } = given()
    const car = await world.story.vehicle(harbour, `Clock ${from}`)
    await world.story.approve(await book(car, from, to))
    desk.clock.now = new Date('2026-06-15T10:00:00Z')
    const { events } = await follow(await feed(harbour, car.vehicleId))
    expect(events).toMatchObject([{ from, to, isWholeDays: true }])
  })

  it('keeps the name of an entry, raises its number, and lets go of what is cancelled', async () => {
    const { world, harbour, feed, workshop } = given()
    const car = await world.story.vehicle(harbour, 'Stable')
    const calendar = await feed(harbour, car.vehicleId)
    const booking = await book(car, '2026-08-01', '2026-08-03')
    const block = await workshop.maintain(car, '2026-08-10', '2026-08-11')
    const before = (await follow(calendar)).events
    await world.story.approve(booking)
    await workshop.move(block, '2026-08-12', '2026-08-13')
    const after = (await follow(calendar)).events
    expect(after.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid))
    for (const [index, { sequence }] of after.entries()) expect(sequence).toBeGreaterThan(before[index]?.sequence ?? 9)
    await world.story.cancel(booking)
    await workshop.cancel(block)
    expect((await follow(calendar)).events).toEqual([])
  })

  it('names nobody who was erased, and leaves what was over three months ago to the calendars themselves', async () => {
    const { world, harbour, feed } = given()
    const car = await world.story.vehicle(harbour, 'Past')
    await world.story.approve(await book(car, '2026-03-10', '2026-03-15'))
    const erased = await book(car, '2026-06-01', '2026-06-03')
    await world.story.approve(erased)
    await world.story.erase(erased)
    expect((await follow(await feed(harbour, car.vehicleId))).events).toMatchObject([{ summary: 'Past' }])
  })

  it('is answered 304 as long as nothing has changed, and is not kept on the way', async () => {
    const { all, world, fiesta } = given()
    const { answer } = await follow(all)
    const etag = answer.headers.get('etag') ?? ''
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect((await get(tokenOf(all), { etag })).status).toBe(304)
    await book(fiesta, '2026-09-01', '2026-09-02')
    await world.caughtUp()
    expect((await get(tokenOf(all), { etag })).status).toBe(200)
  })

  it('is one answer to rubbish, to what was revoked, to another business’s and to a closed one’s', async () => {
    const { world, harbour, northern, all, gone, feed, revoke } = given()
    const over = await feed(harbour)
    await world.caughtUp()
    expect((await get(tokenOf(over))).status).toBe(200)
    await revoke(over)
    await world.caughtUp()
    const tokens = [
      'x',
      'A'.repeat(72),
      tokenOf(all).slice(0, -1),
      tokenOf(over),
      tokenOf(gone),
      tokenOf({ businessId: northern.businessId, feedId: all.feedId }),
      tokenOf({ businessId: BusinessId.parse(randomUUID()), feedId: all.feedId }),
      tokenOf({ businessId: harbour.businessId, feedId: FeedId.parse(randomUUID()) }),
    ]
    const answers = await Promise.all(tokens.map((token) => get(token)))
    const told = answers.map(({ status, text, headers }) =>
      JSON.stringify([status, text, [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))]),
    )
    expect(answers[0]?.status).toBe(404)
    expect(new Set(told).size).toBe(1)
    // The others work as before.
    expect((await get(tokenOf(all))).status).toBe(200)
    expect((await get(`${tokenOf(all)}?x=1`)).status).toBe(404)
    expect((await given().desk.get(`/api/calendar/${tokenOf(all)}.ics?x=1`)).status).toBe(400)
  })

  it('is asked for as often as calendars like when it is revoked, and nobody at that address waits for it', async () => {
    const { all, gone } = given()
    for (let polls = 0; polls < 130; polls += 1) expect((await get(tokenOf(gone))).status).toBe(404)
    expect((await get(tokenOf(all))).status).toBe(200)
    expect((await get('guess')).status).toBe(404)
  })

  it('makes whoever guesses wait, and its token is in no line of the log', async () => {
    const { world, all, gone } = given()
    const statuses = new Set<number>()
    for (let tries = 0; tries < 130; tries += 1) statuses.add((await get('guess')).status)
    expect([...statuses]).toEqual([404, 429])
    // Behind the same address: whoever has a link that was made here has not guessed it.
    expect((await get(tokenOf(all))).status).toBe(200)
    expect((await get(tokenOf(gone))).status).toBe(404)
    expect((await get('guess')).status).toBe(429)
    expect(world.lines.join('\n')).not.toContain(tokenOf(all))
  })
})

describe('GET /api/admin/calendar-feeds', () => {
  it('gives the calendars whose links work, with their addresses: one’s own business’s only', async () => {
    const { desk, staff, all, ofGolf, golf, northern } = given()
    const list = parse(CalendarFeeds, (await desk.get('/api/admin/calendar-feeds', { session: staff })).body)
    expect(list[0]).toEqual({
      id: all.feedId,
      carId: null,
      url: `http://localhost:3000/api/calendar/${tokenOf(all)}.ics`,
    })
    expect(list).toContainEqual(expect.objectContaining({ id: ofGolf.feedId, carId: golf.vehicleId }))
    const stranger = await desk.signIn(northern)
    expect((await desk.get('/api/admin/calendar-feeds', { session: stranger })).body).toEqual([])
    expect((await desk.get('/api/admin/calendar-feeds')).status).toBe(401)
  })
})
