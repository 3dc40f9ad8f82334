import { randomUUID } from 'node:crypto'
import { fieldOf } from '@forecourt/contracts/calls/fields.ts'
import { fleetCalls } from '@forecourt/contracts/calls/fleet.ts'
import { VehicleSaved } from '@forecourt/contracts/vehicle.ts'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { vehicleStream } from '@forecourt/domain/streams.ts'
import { jpeg } from '@forecourt/infra/testing/sample-files.ts'
import { mintVehicleImagePath } from '@forecourt/kit/object-path.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
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

const GOLF = {
  name: 'VW Golf',
  description: 'Five doors',
  category: 'compact',
  capacity: 5,
  transmission: 'manual',
  fuelType: 'petrol',
  dailyRate: '45.00',
  licensePlate: 'AB12 CDE',
  year: 2024,
  imageUrl: null,
} as const

const add = (change = {}, headers = {}) => staff.post('/api/admin/cars', { ...GOLF, ...change }, { headers })
const save = (id: string, change = {}, headers = {}) =>
  staff.put(`/api/admin/cars/${id}`, { ...GOLF, ...change }, { headers })
const changeStatus = (id: string, body: unknown, headers = {}) =>
  staff.put(`/api/admin/cars/${id}/status`, body, { headers })
const remove = (id: string, headers = {}, who = staff) =>
  who.send('DELETE', `/api/admin/cars/${id}`, undefined, { headers })
const golf = async (change = {}) => idOf(await add(change))
const picture = ({ businessId }: Tenant, uploadId: string = randomUUID(), width = 1280) =>
  mintVehicleImagePath(command.core.lookupKey, { businessId, uploadId }, width)

const eventsOf = async (id: string) =>
  (await world.events()).filter(({ stream }) => stream === `rent.vehicle-${id}` || stream === `rent.schedule-${id}`)
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type)
const approved = async (carId: string, change = {}) => {
  const id = await pending(carId, change)
  expect((await staff.put(`/api/admin/bookings/${id}`, { status: 'approved' })).status).toBe(200)
  return id
}
const pending = async (carId: string, change = {}) =>
  idOf(await command.browser().post('/api/bookings', bookingOf(carId, world.licence(), change)))

describe('POST /api/admin/cars', () => {
  it('adds a vehicle to the member’s fleet, available unless set, and answers it as it is stored', async () => {
    const answer = await add({ name: '  VW Golf ', dailyRate: '45.5', licensePlate: ' ab12  cde' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('x-log-position')).toMatch(/^\d+$/)
    expect(parse(VehicleSaved, answer.body)).toEqual({
      ...GOLF,
      id: expect.any(String),
      businessId: tenant.businessId,
      dailyRate: '45.50',
      status: 'available',
      imageSrcset: null,
      warnings: [],
    })
    expect(parse(VehicleSaved, (await add({ status: 'maintenance' })).body).status).toBe('maintenance')
  })

  it('takes what is left out, and an empty text, for nothing', async () => {
    const { name, category, capacity, transmission, fuelType, dailyRate } = GOLF
    const nothing = { description: null, licensePlate: null, year: null, imageUrl: null }
    const bare = await staff.post('/api/admin/cars', {
      name,
      category,
      capacity,
      transmission,
      fuelType,
      dailyRate,
    })
    expect(parse(VehicleSaved, bare.body)).toMatchObject(nothing)
    expect(parse(VehicleSaved, (await add({ description: ' ', licensePlate: '' })).body)).toMatchObject({
      description: null,
      licensePlate: null,
    })
  })

  it('warns about a plate that does not look like one of the UK, and takes it', async () => {
    const answer = await add({ licensePlate: 'hh-ab 123' })
    expect(answer.status).toBe(201)
    expect(parse(VehicleSaved, answer.body)).toMatchObject({
      licensePlate: 'HH-AB 123',
      warnings: [
        { path: 'licensePlate', message: 'HH-AB 123 does not look like a UK number plate, such as AB12 CDE.' },
      ],
    })
  })

  it.each([
    ['name', 'Name is required', ''],
    ['name', 'Name is required', ' '],
    ['name', 'At most 100 characters', 'x'.repeat(101)],
    ['name', 'Control characters are not allowed', 'a\u0000b'],
    ['description', 'At most 2000 characters', 'x'.repeat(2001)],
    ['category', 'Please select a category', 'van'],
    ['transmission', 'Please select a transmission', 'cvt'],
    ['fuelType', 'Please select a fuel type', 'steam'],
    ['status', 'Please select a status', 'lost'],
    ['capacity', 'Seats must be from 2 to 8', 1],
    ['capacity', 'Seats must be from 2 to 8', 9],
    ['capacity', 'Seats must be from 2 to 8', 4.5],
    ['capacity', 'Seats must be from 2 to 8', '5'],
    ['dailyRate', 'Daily rate must be a text like "45.00"', 45],
    ['dailyRate', 'Daily rate must be an amount like 45.00, not below 0', '-1.00'],
    ['dailyRate', 'Daily rate must be an amount like 45.00, not below 0', '45.001'],
    ['dailyRate', 'Daily rate must be at most 99999999.99', '100000000.00'],
    ['dailyRate', 'Daily rate must be an amount like 45.00, not below 0', '1e3'],
    ['licensePlate', 'At most 15 characters', 'x'.repeat(16)],
    ['year', 'The year must be from 1990 to next year', 1989],
    ['year', 'The year must be from 1990 to next year', 2024.5],
    ['year', 'The year must be from 1990 to next year', 2028],
    ['imageUrl', 'Only a picture that you uploaded for a vehicle can be shown.', 'https://evil.example/x.png'],
    ['imageUrl', 'Only a picture that you uploaded for a vehicle can be shown.', '/objects/licences/x'],
    ['imageUrl', 'Only a picture that you uploaded for a vehicle can be shown.', '/objects/vehicles/made-up'],
    ['businessId', 'Unknown field', randomUUID()],
    ['id', 'Unknown field', randomUUID()],
    ['imageSrcset', 'Unknown field', 'x'],
  ])('refuses such a %s with 422: %s', async (path, message, value) => {
    const answer = await add({ [path]: value })
    expect(answer.status).toBe(422)
    expect(answer.problem.errors).toEqual([{ path, message }])
    expect(answer.problem.message).toBe(message)
  })

  it.each(['0', '0.00', '99999999.99'])('takes the rate %s', async (dailyRate) => {
    expect((await add({ dailyRate })).status).toBe(201)
  })

  it('next year is that of the business’s today', async () => {
    const now = world.clock.now
    try {
      world.clock.now = new Date('2026-12-31T23:59:00Z')
      await staff.signIn(tenant)
      expect((await add({ year: 2028 })).problem.code).toBe('year-out-of-range')
      world.clock.now = new Date('2027-01-01T00:01:00Z')
      expect((await add({ year: 2028 })).status).toBe(201)
    } finally {
      world.clock.now = now
      await staff.signIn(tenant)
    }
  })

  it('the same Idempotency-Key and body answer as the first time and write nothing; another body is 422', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await add({}, headers)
    await save(idOf(first), { name: 'Renamed since' })
    for (const who of [staff, colleague]) {
      const again = await who.post('/api/admin/cars', GOLF, { headers })
      expect([again.status, again.text]).toEqual([201, first.text])
    }
    const reused = await add({ name: 'Another' }, headers)
    expect([reused.status, reused.problem.code]).toEqual([422, 'idempotency-key-reused'])
    expect(await typesOf(idOf(first))).toEqual(['VehicleAddedToFleet', 'VehicleDetailsChanged'])
  })

  it('sent 20 times at once with one key, to two processes, adds one vehicle', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? staff : colleague).post('/api/admin/cars', GOLF, { headers })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await typesOf(idOf(answers[0] ?? (await add())))).toEqual(['VehicleAddedToFleet'])
  })

  it('of two businesses with the same key adds two vehicles', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [ours, theirs] = [await add({}, headers), await stranger.post('/api/admin/cars', GOLF, { headers })]
    expect([ours.status, theirs.status]).toEqual([201, 201])
    expect(idOf(ours)).not.toBe(idOf(theirs))
  })
})

describe('PUT /api/admin/cars/{id}', () => {
  it('saves the whole vehicle, its status when it is given, else that stays', async () => {
    const id = await golf()
    const saved = await save(id, { name: 'VW Polo', year: null, status: 'maintenance' })
    expect(saved.status).toBe(200)
    expect(parse(VehicleSaved, saved.body)).toMatchObject({ id, name: 'VW Polo', year: null, status: 'maintenance' })
    expect(parse(VehicleSaved, (await save(id, { dailyRate: '50' })).body)).toMatchObject({
      name: 'VW Golf',
      dailyRate: '50.00',
      status: 'maintenance',
    })
    expect(await typesOf(id)).toEqual([
      'VehicleAddedToFleet',
      'VehicleDetailsChanged',
      'VehicleStatusChanged',
      'VehicleDetailsChanged',
    ])
  })

  it('with an unchanged body answers 200 and writes nothing, however it is spelt', async () => {
    const id = await golf()
    for (const change of [{}, { status: 'available' }, { dailyRate: '45', licensePlate: 'ab12  cde' }]) {
      const again = await save(id, change)
      expect([again.status, again.headers.get('x-log-position')]).toEqual([200, null])
    }
    expect(await typesOf(id)).toEqual(['VehicleAddedToFleet'])
  })

  it('with what was seen saves only what was changed; 409 vehicle-changed names what a colleague has changed too', async () => {
    const id = await golf()
    const from = { ...GOLF, status: 'available' }
    expect((await save(id, { dailyRate: '50.00', status: 'available', from })).status).toBe(200)
    const second = await colleague.put(`/api/admin/cars/${id}`, { ...from, name: 'VW Polo', from })
    expect(parse(VehicleSaved, second.body)).toMatchObject({ name: 'VW Polo', dailyRate: '50.00' })
    const torn = await save(id, { name: 'VW Passat', dailyRate: '60.00', from })
    expect([torn.status, torn.problem.code]).toEqual([409, 'vehicle-changed'])
    expect(torn.problem.message).toContain('name, daily rate')
    expect(await typesOf(id)).toEqual(['VehicleAddedToFleet', 'VehicleDetailsChanged', 'VehicleDetailsChanged'])
  })

  it('saves neither details nor status when one of them is refused', async () => {
    const id = await golf()
    expect((await save(id, { name: 'Half', year: 2028, status: 'booked' })).status).toBe(422)
    expect(await typesOf(id)).toEqual(['VehicleAddedToFleet'])
  })

  it('replays a key with the answer of then', async () => {
    const id = await golf()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await save(id, { name: 'First' }, headers)
    await save(id, { name: 'Second', status: 'unavailable' })
    const again = await save(id, { name: 'First' }, headers)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect((await save(id, { name: 'Third' }, headers)).problem.code).toBe('idempotency-key-reused')
    expect(await typesOf(id)).toHaveLength(4)
  })

  it('two at once, to two processes: each is saved whole, one after the other', async () => {
    const id = await golf()
    const bodies = [
      { name: 'One', dailyRate: '10.00', status: 'maintenance' },
      { name: 'Two', dailyRate: '20.00', status: 'unavailable' },
    ]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? staff : colleague).put(`/api/admin/cars/${id}`, { ...GOLF, ...bodies[i % 2] }),
      ),
    )
    for (const [i, { status, body }] of answers.entries()) {
      expect(status).toBe(200)
      expect(body).toMatchObject(bodies[i % 2] ?? {})
    }
    const { state } = await (await world.start()).core.vehicles.load(vehicleStream(VehicleId.parse(id)))
    const [name, rate] = state?.status === 'maintenance' ? ['One', 1000] : ['Two', 2000]
    expect(state?.details).toMatchObject({ name, dailyRate: rate })
    const revisions = (await eventsOf(id)).map(({ revision }) => revision)
    expect(revisions).toEqual(revisions.map((_, i) => BigInt(i)))
  })
})

describe('the picture of a vehicle', () => {
  it('is uploaded, finished and put on a vehicle, which says in which widths it can be had', async () => {
    const { uploadURL } = z
      .object({ uploadURL: z.string() })
      .parse((await staff.post('/api/objects/upload', { purpose: 'vehicle-image' })).body)
    const sent = await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(await jpeg(700, 400)) })
    expect(sent.status).toBe(200)
    const finished = await staff.put('/api/vehicle-image', { imageURL: uploadURL })
    const { objectPath } = z.object({ objectPath: z.string() }).parse(finished.body)
    const answer = await add({ imageUrl: objectPath })
    expect(answer.status).toBe(201)
    expect(parse(VehicleSaved, answer.body)).toMatchObject({
      imageUrl: objectPath,
      imageSrcset: `${objectPath}?w=320 320w, ${objectPath}?w=640 640w, ${objectPath} 700w`,
    })
  })

  it('of another business is refused with 422 image-unknown, on a new vehicle and on an old one', async () => {
    const theirs = picture({ ...tenant, businessId: (await world.tenant(command, 'Third Party')).businessId })
    const id = await golf()
    for (const answer of [await add({ imageUrl: theirs }), await save(id, { imageUrl: theirs })]) {
      expect([answer.status, answer.problem.code]).toEqual([422, 'image-unknown'])
    }
    expect(await typesOf(id)).toEqual(['VehicleAddedToFleet'])
  })

  it('that was deleted because nothing used it for a day is refused as one that never was', async () => {
    const imageUrl = picture(tenant)
    await command.pool.query('select vault.condemn(array[$1], now())', [imageUrl])
    const id = await golf()
    for (const answer of [await add({ imageUrl }), await save(id, { imageUrl })]) {
      expect([answer.status, answer.problem.code]).toEqual([422, 'image-unknown'])
    }
    expect(await typesOf(id)).toEqual(['VehicleAddedToFleet'])
  })

  it('that it had before pictures had owners stays when the vehicle is saved', async () => {
    const businessId = tenant.businessId
    const vehicleId = VehicleId.parse(randomUUID())
    const old = `/objects/vehicles/${'o'.repeat(38)}`
    const details = { ...GOLF, dailyRate: 4500, imagePath: old, imageUrl: undefined }
    const stream = vehicleStream(vehicleId)
    const begun = begin(command.core, world.call(), { stream, tenantId: businessId, resource: 'test', asked: {} })
    const added = {
      type: 'VehicleAddedToFleet',
      data: { vehicleId, businessId, status: 'available', details },
    } as const
    await command.core.log.append(stream, 'noStream', begun.encode([added], undefined))
    const saved = await save(vehicleId, { imageUrl: old, name: 'Renamed' })
    expect([saved.status, saved.text.includes(`${old}?w=1280 1280w`)]).toEqual([200, true])
    expect((await save(await golf(), { imageUrl: old })).problem.code).toBe('image-unknown')
  })

  it('can be taken off, and put on again', async () => {
    const imageUrl = picture(tenant)
    const id = await golf({ imageUrl })
    expect(parse(VehicleSaved, (await save(id, { imageUrl: null })).body).imageUrl).toBeNull()
    expect(parse(VehicleSaved, (await save(id, { imageUrl })).body).imageUrl).toBe(imageUrl)
  })
})

describe('PUT /api/admin/cars/{id}/status', () => {
  it('any status follows any other; the same again writes nothing', async () => {
    const id = await golf()
    for (const status of ['unavailable', 'available', 'booked', 'maintenance', 'maintenance']) {
      const answer = await changeStatus(id, { status })
      expect([answer.status, answer.body]).toEqual([200, { id, status }])
    }
    expect(await typesOf(id)).toHaveLength(5)
  })

  it.each([
    [{}],
    [{ status: 'lost' }],
    [{ status: null }],
    [{ status: 'booked', from: 'lost' }],
    [{ status: 'booked', seen: 'available' }],
    [[]],
  ])('refuses %j with 422', async (body) => expect((await changeStatus(await golf(), body)).status).toBe(422))

  it('does not overwrite what a colleague has made of it since it was seen: 409 vehicle-changed says what that is', async () => {
    const id = await golf()
    await changeStatus(id, { status: 'maintenance' })
    const refused = await changeStatus(id, { status: 'unavailable', from: 'available' })
    expect([refused.status, refused.problem.code]).toEqual([409, 'vehicle-changed'])
    expect(refused.problem.message).toBe(
      'Somebody has marked this vehicle as in maintenance meanwhile, and so it stays. Look at it, and mark it as unavailable again if that is right.',
    )
    const same = await changeStatus(id, { status: 'maintenance', from: 'available' })
    expect([same.status, same.headers.get('x-log-position')]).toEqual([200, null])
    expect(await typesOf(id)).toHaveLength(2)
  })

  it('is compared with the stored status, as it is documented: a vehicle that is out today is available in its own stream', async () => {
    const id = await golf()
    // A list of vehicles shows it as booked meanwhile.
    await approved(id, { pickupDate: '2026-11-21', dropoffDate: '2026-11-23' })
    const taken = await changeStatus(id, { status: 'unavailable', from: 'available' })
    expect([taken.status, taken.body]).toEqual([200, { id, status: 'unavailable' }])
    const back = await golf()
    await approved(back, { pickupDate: '2026-11-21', dropoffDate: '2026-11-23' })
    expect((await changeStatus(back, { status: 'unavailable', from: 'booked' })).problem.code).toBe('vehicle-changed')
    const call = fleetCalls.find(({ id: name }) => name === 'changeVehicleStatus')
    for (const text of [fieldOf('VehicleStatusChange.from')?.about, call?.about]) {
      expect(text).toContain('`storedStatus` that you saw')
    }
  })

  it('takes one after the other of somebody who had no network, each from what their own had made of it', async () => {
    const id = await golf()
    const [first, second] = [{ 'idempotency-key': randomUUID() }, { 'idempotency-key': randomUUID() }]
    const out = { status: 'unavailable', from: 'available' }
    expect((await changeStatus(id, out, first)).status).toBe(200)
    expect((await changeStatus(id, { status: 'available', from: 'unavailable' }, second)).status).toBe(200)
    await changeStatus(id, { status: 'booked' })
    // Sent again it is answered as it was, also by a version of the app that says what was seen, or does not.
    for (const again of [out, { status: 'unavailable' }]) {
      expect((await changeStatus(id, again, first)).body).toEqual({ id, status: 'unavailable' })
    }
    expect(await typesOf(id)).toHaveLength(4)
  })

  it('replays a key with the status of then; another body is 422', async () => {
    const id = await golf()
    const headers = { 'idempotency-key': randomUUID() }
    await changeStatus(id, { status: 'unavailable' }, headers)
    await changeStatus(id, { status: 'available' })
    expect((await changeStatus(id, { status: 'unavailable' }, headers)).body).toEqual({ id, status: 'unavailable' })
    expect((await changeStatus(id, { status: 'booked' }, headers)).problem.code).toBe('idempotency-key-reused')
    expect(await typesOf(id)).toHaveLength(3)
  })
})

describe('DELETE /api/admin/cars/{id}', () => {
  it('takes a vehicle out of the fleet, once, and nobody can book or change it any more', async () => {
    const id = await golf()
    for (const who of [staff, colleague, staff]) {
      const answer = await remove(id, {}, who)
      expect([answer.status, answer.body]).toEqual([200, { id, removed: true }])
    }
    expect(await typesOf(id)).toEqual(['VehicleAddedToFleet', 'ScheduleClosed', 'VehicleRemovedFromFleet'])
    expect((await save(id)).status).toBe(404)
    expect((await staff.put(`/api/admin/cars/${id}/status`, { status: 'available' })).status).toBe(404)
    expect((await command.browser().post('/api/bookings', bookingOf(id, world.licence()))).status).toBe(404)
  })

  it('is refused with 409 vehicle-has-bookings, listing them, while an approved booking ends today or later', async () => {
    const carId = await golf()
    const id = await approved(carId)
    await pending(carId, { pickupDate: '2026-12-20', dropoffDate: '2026-12-21' })
    const answer = await remove(carId)
    expect([answer.status, answer.problem.code]).toEqual([409, 'vehicle-has-bookings'])
    expect(answer.problem.bookings).toEqual([
      { id, reference: expect.stringMatching(/^BR-/), pickupDate: '2026-12-08', dropoffDate: '2026-12-10' },
    ])
    expect(await typesOf(carId)).not.toContain('ScheduleClosed')
    await staff.put(`/api/admin/bookings/${id}`, { status: 'rejected' })
    expect((await remove(carId)).status).toBe(200)
  })

  it('a key that was refused counts when it is sent again', async () => {
    const carId = await golf()
    const id = await approved(carId)
    const headers = { 'idempotency-key': randomUUID() }
    expect((await remove(carId, headers)).status).toBe(409)
    await staff.put(`/api/admin/bookings/${id}`, { status: 'rejected' })
    const first = await remove(carId, headers)
    expect((await remove(carId, headers)).text).toBe(first.text)
    expect((await typesOf(carId)).filter((type) => type === 'VehicleRemovedFromFleet')).toHaveLength(1)
  })

  it('of a vehicle that another process added a moment ago finds it', async () => {
    const answer = await colleague.post('/api/admin/cars', GOLF)
    expect((await remove(idOf(answer))).status).toBe(200)
  })

  it('and approving a booking of it at once: never both, 20 times over, in two processes', async () => {
    for (let round = 0; round < 20; round += 1) {
      const carId = await golf()
      const id = await pending(carId)
      const [removing, approving] = await Promise.all([
        remove(carId, {}, round % 2 ? staff : colleague),
        (round % 3 ? staff : colleague).put(`/api/admin/bookings/${id}`, { status: 'approved' }),
      ])
      const outcome = [removing.status, approving.status]
      expect([
        [200, 409],
        [409, 200],
      ]).toContainEqual(outcome)
      const types = await typesOf(carId)
      expect(types.includes('BookingApproved')).toBe(approving.status === 200)
      expect(types.includes('ScheduleClosed')).toBe(removing.status === 200)
      const refused = removing.status === 409 ? removing : approving
      expect(['vehicle-has-bookings', 'vehicle-unavailable']).toContain(refused.problem.code)
    }
  })

  it.each([[{ reason: 'sold' }], [[]]])('refuses the body %j with 422', async (body) => {
    expect((await staff.send('DELETE', `/api/admin/cars/${await golf()}`, body)).status).toBe(422)
  })
})

describe('a vehicle of another business', () => {
  it('is answered exactly as an absent one, and as a malformed id, by every call', async () => {
    const id = await golf()
    const foreign = { ...GOLF, imageUrl: picture(tenant) }
    const calls = [
      ['PUT', '', foreign],
      ['PUT', '', { ...GOLF, year: 2028 }],
      ['PUT', '/status', { status: 'booked' }],
      ['DELETE', '', undefined],
    ] as const
    for (const [method, path, body] of calls) {
      const answers = await Promise.all(
        [id, randomUUID(), 'nonsense', id.toUpperCase(), '%E0%A4%A'].map((each) =>
          stranger.send(method, `/api/admin/cars/${each}${path}`, body),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    }
    expect(await typesOf(id)).toEqual(['VehicleAddedToFleet'])
  })

  it('nobody who is not signed in changes anything: 401 before anything else is looked at', async () => {
    const id = await golf()
    const visitor = command.browser()
    for (const answer of [
      await visitor.post('/api/admin/cars', { wrong: true }),
      await visitor.put(`/api/admin/cars/${id}`, GOLF),
      await visitor.put(`/api/admin/cars/${id}/status`, { status: 'booked' }),
      await remove(id, {}, visitor),
    ]) {
      expect([answer.status, answer.problem.code]).toEqual([401, 'not-signed-in'])
    }
  })
})

it('other methods: 405 with all that the address can be asked with, be it of the other service', async () => {
  const answers = await Promise.all([
    staff.put('/api/admin/cars', {}),
    staff.patch(`/api/admin/cars/${randomUUID()}`, {}),
    staff.post(`/api/admin/cars/${randomUUID()}/status`, {}),
    staff.put('/api/cars', {}),
    staff.put('/api/nothing', {}),
    staff.send('OPTIONS', '/api/admin/cars', undefined),
  ])
  expect(answers.map(({ status, headers }) => [status, headers.get('allow')])).toEqual([
    [405, 'GET, HEAD, POST'],
    [405, 'PUT, DELETE'],
    [405, 'PUT'],
    [405, 'GET, HEAD'],
    [404, null],
    [405, 'GET, HEAD, POST'],
  ])
})
