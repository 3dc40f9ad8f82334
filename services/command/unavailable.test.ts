import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { businessStream, scheduleStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { idOf } from './testing/browser.ts'
import { askFrom } from './testing/flooded.ts'
import { type Line, lineTo } from './testing/line.ts'
import { bookingOf, createWorld, type Running, type Tenant, type World } from './testing/world.ts'

let world: World
let line: Line
let command: Running
let tenant: Tenant
let carId: string

beforeAll(async () => {
  world = await createWorld()
  line = await lineTo(world.database.url)
  command = await world.start({ databaseUrl: line.url })
  tenant = await world.tenant(command)
  carId = await world.vehicle(command, tenant)
})
afterAll(async () => {
  line.mend()
  await world.stop()
  await line.close()
})

const requests = async () => (await world.events()).filter(({ type }) => type === 'BookingRequested')

/** Staff at another process that nothing is cut off from, and somebody who asks this one for a vehicle of theirs. */
async function beside() {
  const other = await world.start()
  const staff = other.browser()
  await staff.signIn(tenant)
  const vehicle = await world.vehicle(other, tenant)
  const ask = () => command.browser().post('/api/bookings', bookingOf(vehicle, world.licence()))
  return { staff, vehicle, ask }
}

describe('while the event log does not answer', { timeout: 240_000 }, () => {
  it.each(['cut', 'swallowAnswers'] as const)(
    '(%s) the answer is 503 with Retry-After, and the same key later is one booking',
    async (how) => {
      const before = (await requests()).length
      const headers = { 'idempotency-key': randomUUID() }
      const body = bookingOf(carId, world.licence(), { customerEmail: `${randomUUID()}@example.com` })
      const send = () => command.browser().post('/api/bookings', body, { headers })
      await command.browser().post('/api/bookings', bookingOf(carId, world.licence()))

      line[how]()
      const doubtful = await send()
      expect([doubtful.status, doubtful.problem.code]).toEqual([503, 'unavailable'])
      expect(Number(doubtful.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await fetch(`${command.url}/readyz`)).status).toBe(503)
      expect((await fetch(`${command.url}/healthz`)).status).toBe(200)
      expect((await command.browser().signIn(tenant)).status).toBe(503)

      line.mend()
      await expect.poll(async () => (await fetch(`${command.url}/readyz`)).status, { timeout: 60_000 }).toBe(200)
      const answer = await send()
      expect(answer.status).toBe(201)
      expect((await send()).text).toBe(answer.text)
      const stored = await requests()
      expect(stored).toHaveLength(before + 2)
      expect(stored.filter(({ data }) => data.includes(idOf(answer)))).toHaveLength(1)
    },
  )

  it('what was answered 503 uses up no limit, of whoever asked nor of the business', async () => {
    // Once in a minute from an address, twice of a business.
    const strict = await world.start({ databaseUrl: line.url, rateLimitFactor: 2 / 120 })
    const vehicle = await world.vehicle(command, tenant)
    const ask = () => strict.browser().post('/api/bookings', bookingOf(vehicle, world.licence()))
    // What is in memory is asked for without a look at the log: it is the append that nobody answers.
    await strict.core.vehicles.load(vehicleStream(VehicleId.parse(vehicle)))
    await strict.core.schedules.load(scheduleStream(VehicleId.parse(vehicle)))
    await strict.core.businesses.load(businessStream(tenant.businessId))
    line.cut()
    for (let times = 0; times < 3; times += 1) expect((await ask()).status).toBe(503)
    line.mend()
    await expect.poll(async () => (await ask()).status, { timeout: 60_000 }).toBe(201)
    expect((await ask()).status).toBe(429)
    await strict.stop()
  })

  it('ten who ask for one vehicle at once are all answered 503 within one patience, not one after another', async () => {
    await command.browser().post('/api/bookings', bookingOf(carId, world.licence()))
    line.swallowAnswers()
    const began = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => command.browser().post('/api/bookings', bookingOf(carId, world.licence()))),
    )
    expect(performance.now() - began).toBeLessThan(40_000)
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(503))
    line.mend()
    await expect.poll(async () => (await fetch(`${command.url}/readyz`)).status, { timeout: 60_000 }).toBe(200)
  })

  it('goes by nothing afterwards that others have changed meanwhile, in its first answer', async () => {
    const { staff, vehicle, ask } = await beside()
    expect((await ask()).status).toBe(201)
    line.cut()
    expect((await staff.put(`/api/admin/cars/${vehicle}/status`, { status: 'maintenance' })).status).toBe(200)
    // The longer nobody answers, the later whoever follows the log tries again.
    await delay(5_000)
    line.mend()
    const answers: number[] = []
    do answers.push((await ask()).status)
    while (answers.at(-1) === 503)
    expect(answers.at(-1)).toBe(409)
  })

  it('goes by nothing that others change before it hears of them again', async () => {
    const { staff, vehicle, ask } = await beside()
    line.cut()
    await delay(5_000)
    line.mend()
    await expect.poll(async () => (await ask()).status, { timeout: 60_000 }).toBe(201)
    expect((await staff.put(`/api/admin/cars/${vehicle}/status`, { status: 'maintenance' })).status).toBe(200)
    const first = (await ask()).status
    const { isInterrupted } = command.core.hearing
    // Deaf still after the answer: deaf all the while it was made, so that it has looked for itself.
    expect(isInterrupted ? first : 409).toBe(409)
    // Once it hears of others again, what they write reaches it a moment later.
    await expect.poll(async () => (await ask()).status, { timeout: 60_000 }).toBe(409)
  })

  it('goes by nothing that others change during a silence that breaks no connection', async () => {
    const { staff, vehicle, ask } = await beside()
    expect((await ask()).status).toBe(201)
    await expect.poll(() => command.core.hearing.isInterrupted, { timeout: 60_000 }).toBe(false)
    line.stall()
    expect((await staff.put(`/api/admin/cars/${vehicle}/status`, { status: 'maintenance' })).status).toBe(200)
    await expect.poll(() => command.core.hearing.isInterrupted, { timeout: 60_000 }).toBe(true)
    // It is decided while nothing comes through, and stored when the line is well again.
    const asked = ask()
    await expect.poll(() => command.server.underWay, { timeout: 60_000 }).toBeGreaterThan(0)
    await delay(200)
    line.goOn()
    const answers = [(await asked).status]
    while (answers.at(-1) === 503) answers.push((await ask()).status)
    expect(answers.at(-1)).toBe(409)
  })

  it('hears afterwards of what others wrote meanwhile', async () => {
    const other = await world.start()
    const staff = other.browser()
    await staff.signIn(tenant)
    const id = idOf(await command.browser().post('/api/bookings', bookingOf(carId, world.licence())))
    line.cut()
    expect((await staff.put(`/api/admin/bookings/${id}`, { status: 'approved' })).status).toBe(200)
    line.mend()
    await expect
      .poll(async () => (await command.browser().post('/api/bookings', bookingOf(carId, world.licence()))).status, {
        timeout: 60_000,
      })
      .toBe(409)
  })
})

it('whoever hangs up while they wait for their turn has asked all the same, and the business has no fewer bookings to give', async () => {
  // In a minute three of an address and twelve of a business.
  const strict = await world.start({ rateLimitFactor: 0.1, trustedHops: 1 })
  const vehicle = await world.vehicle(strict, tenant)
  const stream = scheduleStream(VehicleId.parse(vehicle))
  const inTurn = vi.spyOn(strict.core, 'inTurn')
  const inLine = () => inTurn.mock.calls.filter(([name]) => name === stream).length
  const addresses = [1, 2, 3, 4]
  for (const address of addresses) {
    const turn = Promise.withResolvers<void>()
    const holding = strict.core.inTurn(stream, () => turn.promise)
    const before = inLine()
    const sockets = [1, 2, 3].map(() => sendFrom(strict, address, bookingOf(vehicle, world.licence())))
    await expect.poll(inLine).toBe(before + 3)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => strict.server.underWay).toBe(0)
    turn.resolve()
    await holding
    // Behind them in the line: each has had its turn by then.
    await strict.core.inTurn(stream, () => Promise.resolve())
  }
  const ask = async (address: number) => (await askFrom(strict, address, bookingOf(vehicle, world.licence()))).status
  expect(await Promise.all(addresses.map(ask))).toEqual([429, 429, 429, 429])
  expect(await ask(5)).toBe(201)
  expect((await world.events()).filter((event) => event.stream === stream)).toHaveLength(1)
  await strict.stop()
})

/** Somebody at an address of their own asks for a vehicle, over a connection that they may break. */
function sendFrom({ server }: Running, address: number, body: object): Socket {
  const text = JSON.stringify(body)
  const head = [
    'POST /api/bookings HTTP/1.1',
    'Host: x',
    'Sec-Fetch-Site: none',
    `X-Forwarded-For: 203.0.113.${address}`,
  ]
  const headers = [...head, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]
  const socket = connect(server.port, '127.0.0.1')
  socket.write([...headers, '', text].join('\r\n'))
  return socket
}
