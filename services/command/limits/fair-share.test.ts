import { randomUUID } from 'node:crypto'
import { businessStream } from '@forecourt/domain/streams.ts'
import { Unavailable } from '@forecourt/event-log/port.ts'
import { createHttpApp, jsonBodies } from '@forecourt/kit/http-app.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { problems } from '@forecourt/kit/problem.ts'
import { serve } from '@forecourt/kit/serve.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Browser } from '../testing/browser.ts'
import { bookingOf, createWorld, PUBLIC_URL, type World } from '../testing/world.ts'
import { door } from './door.ts'
import { SHARE as BOUNDS, createShares, fairShare, type Shares } from './fair-share.ts'
import { createLimits } from './limits.ts'
import { Busy } from './semaphore.ts'
import { toldTogether } from './told-together.ts'

const SHARE = BOUNDS.atOnce

describe('whoever floods', () => {
  it('waits behind itself, and nobody else does', async () => {
    const inShare = createShares({ atOnce: 2, waiting: 10 })
    const gate = Promise.withResolvers<void>()
    const begun: string[] = []
    const ask = (name: string) =>
      inShare(name, async () => {
        begun.push(name)
        await gate.promise
      })
    const all = ['loud', 'loud', 'loud', 'loud', 'quiet'].map(ask)
    expect(begun).toEqual(['loud', 'loud', 'quiet'])
    gate.resolve()
    await Promise.all(all)
    expect(begun).toEqual(['loud', 'loud', 'quiet', 'loud', 'loud'])
  })

  it('is told to come again when too many of its own wait', async () => {
    const inShare = createShares({ atOnce: 1, waiting: 1 })
    const gate = Promise.withResolvers<void>()
    const [first, second] = [inShare('loud', () => gate.promise), inShare('loud', () => gate.promise)]
    await expect(inShare('loud', async () => {})).rejects.toBeInstanceOf(Busy)
    expect(await inShare('quiet', async () => 'done')).toBe('done')
    gate.resolve()
    await Promise.all([first, second])
    expect(await inShare('loud', async () => 'free again')).toBe('free again')
  })
})

describe('in a share of their own', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  /** An application of a door and of shares in which no place is ever free. */
  async function crowded() {
    const command = await world.start()
    const { core, pool } = command
    const limits = createLimits(pool, 2 / 120, core.lookupKey)
    const say = createLog({ service: 'test', level: 'fatal' })
    const shares: string[] = []
    const inShare: Shares = async (name) => {
      shares.push(name)
      throw new Busy('too many are waiting')
    }
    const app = createHttpApp({ log: say, publicUrl: PUBLIC_URL, trustedHops: 1 })
    app.use(
      jsonBodies,
      door({ core, limits, together: toldTogether(say), publicUrl: PUBLIC_URL, sessionSecret: 'x'.repeat(32) }),
    )
    app.use((request, _response, next) => {
      Object.assign(request, { session: {} })
      next()
    })
    app.use(fairShare(core, inShare), problems(say))
    const server = await serve(app, { host: '127.0.0.1', port: 0, log: say })
    const ask = async (carId: string) =>
      (await new Browser(server.url).post('/', bookingOf(carId, world.licence()))).status
    return { command, ask, shares, server }
  }

  it('who is not begun for want of a place is not counted', async () => {
    const { command, ask, server } = await crowded()
    const carId = await world.vehicle(command, await world.tenant(command))
    const answers: number[] = []
    for (let count = 0; count < 5; count += 1) answers.push(await ask(carId))
    await server.close()
    expect(answers).toEqual([503, 503, 503, 503, 503])
  })

  it('are the visitors of each business, and those who make vehicles up', async () => {
    const { command, ask, shares, server } = await crowded()
    const tenant = await world.tenant(command)
    await ask(await world.vehicle(command, tenant))
    await ask(randomUUID())
    await ask(randomUUID())
    await server.close()
    expect(shares).toEqual([`visitors of ${tenant.businessId}`, 'visitors of nobody', 'visitors of nobody'])
  })
})

describe('a business whose requests do not come forward', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  /** A vehicle of which nothing is stored until the gate opens, and then not either. */
  async function stuckVehicle() {
    const command = await world.start()
    const tenant = await world.tenant(command)
    const carId = await world.vehicle(command, tenant)
    const gate = Promise.withResolvers<void>()
    const append = command.core.log.append.bind(command.core.log)
    const appends = vi.spyOn(command.core.log, 'append').mockImplementation(async (stream, ...rest) => {
      if (!stream.endsWith(carId)) return await append(stream, ...rest)
      await gate.promise
      throw new Unavailable('nobody knows')
    })
    const loads = vi.spyOn(command.core.businesses, 'load')
    /** How often its business was looked at: once for each request that was begun, and at a sign-in. */
    const begun = () => loads.mock.calls.filter(([stream]) => stream === businessStream(tenant.businessId)).length
    const ask = (vehicle: string, signal: AbortSignal | null = null) =>
      fetch(`${command.url}/api/bookings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify(bookingOf(vehicle, world.licence())),
        signal,
      })
    return { command, tenant, carId, gate, appends, begun, ask }
  }

  it('keeps neither its neighbours waiting nor its own staff', async () => {
    const { command, tenant, carId, gate, begun, ask } = await stuckVehicle()
    const free = await world.vehicle(command, await world.tenant(command, 'Quiet Rentals'))
    const other = await world.vehicle(command, tenant)
    const staff = command.browser()
    await staff.signIn(tenant)

    const before = begun()
    const flood = Array.from({ length: 3 * SHARE }, () => ask(carId))
    await expect.poll(() => begun() - before).toBe(SHARE)

    expect((await ask(free)).status).toBe(201)
    expect((await staff.post('/api/bookings', bookingOf(other, world.licence()))).status).toBe(201)

    gate.resolve()
    const answers = await Promise.all(flood)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(answers.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
  })

  it('comes forward again when those who waited have gone', async () => {
    const { carId, gate, appends, begun, ask } = await stuckVehicle()
    const leaving = new AbortController()
    const flood = Array.from({ length: 2 * SHARE }, () => ask(carId, leaving.signal))
    await expect.poll(begun).toBe(SHARE)

    leaving.abort()
    await Promise.allSettled(flood)
    gate.resolve()
    appends.mockRestore()

    expect((await ask(carId)).status).toBe(201)
  })
})
