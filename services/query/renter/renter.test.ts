import { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { startTestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { pdf } from '@forecourt/infra/testing/sample-files.ts'
import { type BookingLink, mintBookingToken } from '@forecourt/kit/booking-link.ts'
import { mintContractPath, storageKey } from '@forecourt/kit/object-path.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import ICAL from 'ical.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compareReadModels } from '../projection/compare.ts'
import { rebuild } from '../projection/rebuild.ts'
import { Desk } from '../testing/desk.ts'
import { opened } from '../testing/open.ts'
import type { Rental } from '../testing/rental.ts'

const SHA = 'a'.repeat(64)

const uidOf = ({ bookingId }: Rental) => `${bookingId}@bookings.forecourt`

/** Today is 2026-06-15. */
const given = opened(async ({ story, lookupKey }) => {
  const harbour = await story.business('Harbour Hire')
  const northern = await story.business('Northern Wheels')
  const golf = await story.vehicle(harbour, 'VW Golf', 45, null)
  const theirs = await story.vehicle(northern, 'Theirs')
  const happened = ({ bookingId, customerId, car }: Rental, type: string, more: object = {}) =>
    story.append(scheduleStream(car.vehicleId), car.tenant.businessId, [
      { type, data: { bookingId, businessId: car.tenant.businessId, customerId, ...more } },
    ])
  const waiting = await story.request(golf, '2026-07-10', '2026-07-12', { name: 'Ada, Byron; "Countess"' })
  const agreed = await story.request(golf, '2026-07-01', '2026-07-03')
  await story.approve(agreed)
  const contractPath = mintContractPath(keyFromBase64(lookupKey), harbour.businessId, 'made-for:one')
  await happened(agreed, 'ContractGenerated', {
    issueId: '0b0c3c8e-6a2f-4d3f-9c55-8a7f1b2c3d4e',
    contractPath,
    sha256: SHA,
    termsVersion: 3,
  })
  await happened(agreed, 'CancellationRequested')
  const running = await story.request(golf, '2026-06-15', '2026-06-18')
  await story.approve(running)
  const refused = await story.request(golf, '2026-07-20', '2026-07-22')
  await story.refuseLicence(refused, 'The picture is too dark to read.')
  const replaced = await story.request(golf, '2026-07-24', '2026-07-26')
  await story.refuseLicence(replaced, 'The picture is too dark to read.')
  await story.replaceLicence(replaced, '/objects/licences/another')
  const verified = await story.request(golf, '2026-07-28', '2026-07-30')
  await story.verifyLicence(verified)
  const rejected = await story.request(golf, '2026-08-01', '2026-08-03')
  await story.reject(rejected)
  const cancelled = await story.request(golf, '2026-08-24', '2026-08-26')
  await story.approve(cancelled)
  await happened(cancelled, 'ContractGenerated', {
    issueId: '1b0c3c8e-6a2f-4d3f-9c55-8a7f1b2c3d4e',
    contractPath: mintContractPath(keyFromBase64(lookupKey), harbour.businessId, 'made-for:two'),
    sha256: SHA,
    termsVersion: 0,
  })
  await story.cancel(cancelled)
  const withdrawn = await story.request(golf, '2026-08-05', '2026-08-07')
  await happened(withdrawn, 'BookingWithdrawn')
  const revoked = await story.request(golf, '2026-08-10', '2026-08-12')
  await happened(revoked, 'BookingLinkReissued', { version: 1 })
  const erased = await story.request(golf, '2026-09-01', '2026-09-03')
  await story.erase(erased)
  const foreign = await story.request(theirs, '2026-09-01', '2026-09-03')
  await story.deactivate(northern)
  return {
    contractPath,
    harbour,
    refused,
    replaced,
    verified,
    waiting,
    agreed,
    running,
    rejected,
    cancelled,
    withdrawn,
    revoked,
    erased,
    foreign,
  }
})

function tokenOf({ bookingId, car }: Rental, link: Partial<BookingLink> = {}): string {
  const key = keyFromBase64(given().world.lookupKey)
  return mintBookingToken(key, { bookingId, businessId: car.tenant.businessId, version: 0, ...link })
}
const asking = (token: string) => ({ headers: { 'x-booking-token': token } })
async function seenBy(rental: Rental): Promise<RenterBooking> {
  const answer = await given().desk.get('/api/my-booking', asking(tokenOf(rental)))
  expect(answer.status).toBe(200)
  return RenterBooking.parse(answer.body)
}
const PATHS = ['/api/my-booking', '/api/my-booking/contract', '/api/my-booking/calendar']

describe('GET /api/my-booking', () => {
  it('shows a request as its renter knows it, and no number plate yet', async () => {
    const { desk, waiting } = given()
    expect(await seenBy(waiting)).toMatchObject({
      status: 'pending',
      timeline: [{ what: 'requested' }],
      pickupDate: '2026-07-10',
      dropoffDate: '2026-07-12',
      days: 2,
      dailyRate: '45.00',
      totalPrice: '90.00',
      vehicle: { name: 'VW Golf', imageUrl: null, imageSrcset: null, licensePlate: null },
      customerName: 'Ada, Byron; "Countess"',
      business: { name: 'Harbour Hire', slug: 'harbour-hire', timeZone: 'Europe/London', logo: null },
      licence: { status: 'pending', reason: null, mayReplace: true },
      contract: null,
      cancellation: { may: 'at-once', askedAt: null },
    })
    const { headers } = await desk.get('/api/my-booking', asking(tokenOf(waiting)))
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('vary')).toContain('X-Booking-Token')
  })

  it('shows what was agreed, the contract to sign, and that the business is asked to cancel', async () => {
    const booking = await seenBy(given().agreed)
    expect(booking).toMatchObject({
      status: 'approved',
      vehicle: { licensePlate: 'AB12 CDE' },
      licence: { mayReplace: false },
      contract: { state: 'to-sign', sha256: SHA, termsVersion: 3, signedAt: null },
      cancellation: { may: 'no', askedAt: expect.stringMatching(/Z$/) },
    })
    expect(booking.timeline.map(({ what }) => what)).toEqual([
      'requested',
      'approved',
      'contract-made',
      'cancellation-asked',
    ])
  })

  it('tells a cancelled booking from a rejected request, and lets nobody cancel what has begun', async () => {
    const { rejected, withdrawn, running } = given()
    expect(await seenBy(rejected)).toMatchObject({ status: 'rejected', cancellation: { may: 'no' } })
    expect(await seenBy(withdrawn)).toMatchObject({ status: 'cancelled', cancellation: { may: 'no' } })
    expect(await seenBy(running)).toMatchObject({ status: 'approved', cancellation: { may: 'no' } })
  })

  it('says why a licence was refused, until another picture is there, and wants none once it is verified', async () => {
    const { refused, replaced, verified } = given()
    const reason = 'The picture is too dark to read.'
    expect(await seenBy(refused)).toMatchObject({ licence: { status: 'refused', reason, mayReplace: true } })
    expect(await seenBy(replaced)).toMatchObject({
      licence: { status: 'pending', reason: null, mayReplace: true },
      timeline: [{ what: 'requested' }, { what: 'licence-replaced' }],
    })
    expect(await seenBy(verified)).toMatchObject({ licence: { status: 'verified', mayReplace: false } })
  })

  it('asks for no signature under a booking that was cancelled, and says whether a contract is being made', async () => {
    const { cancelled, running, agreed, waiting } = given()
    expect(await seenBy(cancelled)).toMatchObject({ status: 'cancelled', contract: null, contractComing: false })
    expect(await seenBy(running)).toMatchObject({ status: 'approved', contract: null, contractComing: true })
    expect(await seenBy(agreed)).toMatchObject({ contract: { state: 'to-sign' }, contractComing: false })
    expect(await seenBy(waiting)).toMatchObject({ contract: null, contractComing: false })
  })

  it('answers once more only what has changed', async () => {
    const { desk, waiting } = given()
    const first = await desk.get('/api/my-booking', asking(tokenOf(waiting)))
    const etag = first.headers.get('etag') ?? ''
    expect((await desk.get('/api/my-booking', { ...asking(tokenOf(waiting)), etag })).status).toBe(304)
  })

  it('never tells one renter what belongs to another, from one kept body or the next', async () => {
    const { waiting, agreed } = given()
    const [one, other] = await Promise.all([seenBy(waiting), seenBy(agreed)])
    expect(one.reference).not.toBe(other.reference)
    expect(one.customerName).not.toBe(other.customerName)
  })
})

describe('a link that leads nowhere', () => {
  it('is one 404, whatever is wrong with it, on every call', async () => {
    const { desk, waiting, revoked, erased, foreign, harbour } = given()
    const tokens = [
      '',
      'rubbish',
      'A'.repeat(96),
      tokenOf(waiting, { version: 1 }),
      tokenOf(waiting, { businessId: foreign.car.tenant.businessId }),
      tokenOf(foreign, { businessId: harbour.businessId }),
      tokenOf(revoked),
      tokenOf(erased),
      // Its business is closed.
      tokenOf(foreign),
    ]
    const answers = await Promise.all(PATHS.flatMap((path) => tokens.map((token) => desk.get(path, asking(token)))))
    const { etag = '' } = Object.fromEntries((await desk.get('/api/my-booking', asking(tokenOf(waiting)))).headers)
    const ofCalendar = (await desk.get('/api/my-booking/calendar', asking(tokenOf(waiting)))).headers.get('etag') ?? ''
    for (const [path, tag] of [
      ['/api/my-booking', etag],
      ['/api/my-booking/calendar', ofCalendar],
    ] as const) {
      // Whoever has the tag of a link that holds is told no more of one that does not.
      expect((await desk.get(path, { ...asking(tokenOf(waiting)), etag: tag })).status).toBe(304)
      answers.push(...(await Promise.all(tokens.map((token) => desk.get(path, { ...asking(token), etag: tag })))))
    }
    const without = await Promise.all(PATHS.map((path) => desk.get(path)))
    const bytes = [...answers, ...without].map(({ status, text, headers }) => [
      status,
      text,
      ...[...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
    ])
    expect(bytes[0]?.[0]).toBe(404)
    for (const one of bytes) expect(one).toEqual(bytes[0])
    expect((await desk.get('/api/my-booking', asking(tokenOf(revoked, { version: 1 })))).status).toBe(200)
  })

  it('is refused with a query, and in no log', async () => {
    const { desk, world, waiting } = given()
    const token = tokenOf(waiting)
    expect((await desk.get(`/api/my-booking?token=${token}`, asking(token))).status).toBe(400)
    expect(world.lines.join('\n')).not.toContain(token)
  })
})

describe('GET /api/my-booking/calendar', () => {
  it('is not sent again to whoever has any of it, and is no file then', async () => {
    const { desk, agreed } = given()
    // Unless it is said, `fetch` asks past all that anybody has.
    const headers = { ...asking(tokenOf(agreed)).headers, 'if-none-match': '*', 'cache-control': 'max-age=0' }
    const again = await desk.get('/api/my-booking/calendar', { headers })
    expect([again.status, again.text, again.headers.get('content-disposition')]).toEqual([304, '', null])
  })

  it('is a file with the booking’s days, the same entry for ever', async () => {
    const { desk, agreed } = given()
    const answer = await desk.get('/api/my-booking/calendar', asking(tokenOf(agreed)))
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'attachment; filename="booking.ics"',
    ])
    const lines = answer.text.replaceAll('\r\n ', '').split('\r\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        `UID:${agreed.bookingId}@bookings.forecourt`,
        'SEQUENCE:3',
        'DTSTART;VALUE=DATE:20260701',
        'DTEND;VALUE=DATE:20260703',
        'STATUS:CONFIRMED',
        'SUMMARY:VW Golf\\, Harbour Hire',
      ]),
    )
    expect(answer.text).not.toContain(tokenOf(agreed))
  })

  it('reads the same in another’s library: whole days, the day of the drop-off being the first that is free', async () => {
    const { desk, agreed, waiting } = given()
    const read = async (rental: Rental) => {
      const { text } = await desk.get('/api/my-booking/calendar', asking(tokenOf(rental)))
      const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
      return events.map((one) => {
        const { uid, summary, startDate, endDate } = new ICAL.Event(one)
        return [uid, summary, ...[startDate, endDate].map((day) => `${day.toString()} ${day.isDate}`)]
      })
    }
    const agreedName = 'VW Golf, Harbour Hire'
    expect(await read(agreed)).toEqual([[uidOf(agreed), agreedName, '2026-07-01 true', '2026-07-03 true']])
    const waitingName = 'VW Golf, Harbour Hire (not confirmed yet)'
    expect(await read(waiting)).toEqual([[uidOf(waiting), waitingName, '2026-07-10 true', '2026-07-12 true']])
  })

  it('says of what does not take place that it is cancelled, under a higher number', async () => {
    const { desk, withdrawn, waiting } = given()
    const { text } = await desk.get('/api/my-booking/calendar', asking(tokenOf(withdrawn)))
    expect(text.split('\r\n')).toEqual(expect.arrayContaining(['SEQUENCE:1', 'STATUS:CANCELLED']))
    expect((await desk.get('/api/my-booking/calendar', asking(tokenOf(waiting)))).text).toContain('STATUS:TENTATIVE')
  })
})

describe('GET /api/my-booking/contract', () => {
  it('is the document to save, and that its renter has seen it is written down', async () => {
    const { world, contractPath, agreed, waiting } = given()
    const objects = await startTestObjectStorage()
    const storage = createObjectStorage(objects.config)
    await storage.ensureBucket()
    const bytes = pdf()
    await storage.put(storageKey(contractPath), bytes, { contentType: 'application/pdf' })
    const desk = await Desk.open(world, undefined, undefined, undefined, storage)
    onTestFinished(async () => {
      await desk[Symbol.asyncDispose]()
      storage.close()
      await objects.stop()
    })
    const views = async () =>
      (await world.pool.query('select user_id from public.object_views where object_path = $1', [contractPath])).rows
    expect((await desk.get('/api/my-booking/contract', asking(tokenOf(waiting)))).status).toBe(404)
    const head = await desk.get('/api/my-booking/contract', { ...asking(tokenOf(agreed)), method: 'HEAD' })
    expect([head.status, await views()]).toEqual([200, []])
    const answer = await desk.get('/api/my-booking/contract', asking(tokenOf(agreed)))
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="contract.pdf"',
      'content-length': String(bytes.length),
      'cache-control': 'private, no-store',
    })
    expect(await views()).toEqual([{ user_id: agreed.customerId }])
  })
})

it('staff see who asks to cancel, and since when', async () => {
  const { desk, harbour, agreed, running } = given()
  const session = await desk.signIn(harbour)
  const { body } = await desk.get('/api/admin/bookings', { session })
  const asked = (rental: Rental) =>
    Array.isArray(body) ? body.find(({ id }) => id === rental.bookingId)?.cancellationAskedAt : undefined
  expect(asked(agreed)).toBe((await seenBy(agreed)).cancellation.askedAt)
  expect(asked(running)).toBeNull()
})

it('rows that are built anew are the same, row for row', async () => {
  const { world } = given()
  await rebuild({ ...world.projection('again'), eventLog: world.eventLog })
  expect(await compareReadModels(world.pool, 'read', 'again')).toEqual([])
})
