import { randomUUID } from 'node:crypto'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { type EventLog, Unavailable } from '@forecourt/event-log/port.ts'
import { describe, expect, it } from 'vitest'
import { changeBooking } from '../booking/change.ts'
import { requestBooking } from '../booking/request.ts'
import { bookingOf } from '../testing/world.ts'
import { worldOfFile } from '../testing/world-of-file.ts'
import { createAheads } from './ahead.ts'
import { createCore } from './core.ts'
import { emptyFold } from './fold.ts'

const { world, command, tenant } = await worldOfFile()

const anybody = () => `${randomUUID()}@example.com`

/** A process of its own; `append` may stand between it and the log. */
function process(append: (log: EventLog) => Partial<EventLog> = () => ({})) {
  const { log } = command.core
  const core = createCore({ ...command.core, log: { ...log, ...append(log) } })
  return {
    core,
    ask: (carId: string, change = {}, key?: string) =>
      requestBooking(core, world.call(key), bookingOf(carId, world.licence(), { customerEmail: anybody(), ...change })),
    approve: (bookingId: string) => changeBooking(core, world.call(), tenant, bookingId, { status: 'approved' }),
  }
}

/** Of each append of the vehicle's schedule: in which commit it was, in order. */
async function commitsOf(carId: string): Promise<string[]> {
  const { rows } = await command.pool.query<{ xmin: string }>(
    'select xmin::text from log.events where stream = $1 order by revision',
    [scheduleStream(VehicleId.parse(carId))],
  )
  return rows.map(({ xmin }) => xmin)
}

async function idOf(asking: ReturnType<typeof requestBooking>): Promise<string> {
  const asked = await asking
  if (!asked.ok) throw new Error(asked.refusal.code)
  return asked.answer.id
}

const thirty = Array.from({ length: 30 }, (_, n) => n)

describe('decisions on one vehicle that many ask for at once', () => {
  it('go into few commits, and each is stored once', async () => {
    const carId = await world.vehicle(command, tenant)
    const { ask } = process()
    const asked = await Promise.all(thirty.map(() => ask(carId)))
    expect(asked.filter(({ ok }) => ok)).toHaveLength(30)
    const commits = await commitsOf(carId)
    expect(commits).toHaveLength(30)
    expect(new Set(commits).size).toBeLessThan(6)
  })

  it('are taken again when one in front of them is refused', async () => {
    const carId = await world.vehicle(command, tenant)
    const { ask } = process()
    const licenseImageUrl = world.licence()
    await ask(carId, { licenseImageUrl })
    // Whoever brings somebody else's licence is only refused by the log.
    const asked = await Promise.all(thirty.map((n) => ask(carId, n % 10 === 3 ? { licenseImageUrl } : {})))
    const refused = asked.flatMap((one, n) => (one.ok ? [] : [[n, one.refusal.code]]))
    expect(refused).toEqual([3, 13, 23].map((n) => [n, 'licence-unknown']))
    expect(await commitsOf(carId)).toHaveLength(1 + 27)
  })

  it('are all stored when one person whom nobody knows asks for all of them', async () => {
    const carId = await world.vehicle(command, tenant)
    const { ask } = process()
    const customerEmail = anybody()
    const asked = await Promise.all(thirty.map(() => ask(carId, { customerEmail })))
    expect(asked.filter(({ ok }) => ok)).toHaveLength(30)
    expect(await commitsOf(carId)).toHaveLength(30)
  })

  it('count once when the same one is sent twice among them', async () => {
    const carId = await world.vehicle(command, tenant)
    const { core } = process()
    const [first, ...others] = thirty.map(() => bookingOf(carId, world.licence(), { customerEmail: anybody() }))
    const key = randomUUID()
    const send = (one = first, idempotencyKey: string = randomUUID()) => {
      if (one === undefined) throw new Error('there is one')
      return requestBooking(core, world.call(idempotencyKey), one)
    }
    const [sent, again, differently] = await Promise.all([
      send(first, key),
      send(first, key),
      send(others[0], key),
      ...others.map((other) => send(other)),
    ])
    expect(again).toEqual({ ...sent, replayed: true })
    expect(differently).toMatchObject({ ok: false, refusal: { code: 'idempotency-key-reused' } })
    expect(await commitsOf(carId)).toHaveLength(1 + others.length)
  })

  it('refuse nobody because of what was under way and never stored', async () => {
    const carId = await world.vehicle(command, tenant)
    // Both want the same days.
    const [lost, other] = [await idOf(process().ask(carId)), await idOf(process().ask(carId))]
    let losing = 0
    const { ask, approve } = process((log) => ({
      async append(stream, expected, events, alongside) {
        if (events.every(({ type, data }) => type !== 'BookingApproved' || !data.includes(lost))) {
          return await log.append(stream, expected, events, alongside)
        }
        losing += 1
        await turnOfTheLoop()
        throw new Unavailable('lost on its way')
      },
    }))
    // It stands between them in the line and wants other days: by then those two want may be approved.
    const elsewhere = { pickupDate: '2026-12-18', dropoffDate: '2026-12-20' }
    const outcomes = await Promise.allSettled([ask(carId, elsewhere), approve(lost), approve(other)])
    expect(losing).toBe(1)
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: { ok: true } },
      { status: 'rejected', reason: expect.any(Unavailable) },
      { status: 'fulfilled', value: { ok: true } },
    ])
  })

  it('count once when another process takes the same one while limits are asked', async () => {
    const carId = await world.vehicle(command, tenant)
    const [here, there] = [process(), process()]
    const customerEmail = anybody()
    const asked = bookingOf(carId, world.licence(), { customerEmail })
    const call = world.call(randomUUID())
    // Somebody whom both know: about anybody else the vault would have told them apart.
    await here.ask(carId, { customerEmail })
    let first: unknown
    const second = await requestBooking(here.core, call, asked, {
      async admit() {
        first = await requestBooking(there.core, call, asked)
        const stream = scheduleStream(VehicleId.parse(carId))
        for await (const recorded of here.core.log.read(stream)) here.core.schedules.absorb(recorded)
      },
    })
    expect(second).toEqual({ ...Object(first), replayed: true })
    expect(await commitsOf(carId)).toHaveLength(2)
  })

  it('go into few commits also when some are of customers whom only another process knows', async () => {
    const [known, wanted] = [await world.vehicle(command, tenant), await world.vehicle(command, tenant)]
    const regulars = Array.from({ length: 5 }, anybody)
    const { core: elsewhere } = await world.start()
    for (const customerEmail of regulars) {
      await requestBooking(elsewhere, world.call(), bookingOf(known, world.licence(), { customerEmail }))
    }
    const { ask } = process()
    const asked = await Promise.all(
      thirty.map((n) => ask(wanted, { customerEmail: n % 6 === 0 ? regulars[n / 6] : anybody() })),
    )
    expect(asked.filter(({ ok }) => ok)).toHaveLength(30)
    expect(new Set(await commitsOf(wanted)).size).toBeLessThan(15)
  })

  it('wait for each other where the log cannot be built ahead on', async () => {
    const carId = await world.vehicle(command, tenant)
    let [underWay, mostUnderWay] = [0, 0]
    const { ask } = process((log) => ({
      canBuildAhead: false,
      async append(...asked) {
        underWay += 1
        mostUnderWay = Math.max(mostUnderWay, underWay)
        return await log.append(...asked).finally(() => {
          underWay -= 1
        })
      },
    }))
    const asked = await Promise.all(thirty.map(() => ask(carId)))
    expect(asked.filter(({ ok }) => ok)).toHaveLength(30)
    expect(mostUnderWay).toBe(1)
    expect(new Set(await commitsOf(carId)).size).toBe(30)
  })

  it('wait for each other where there is too much to copy', () => {
    const folding = {
      initial: () => 0,
      evolve: (count: number) => count + 1,
      copy: (count: number) => count,
      read: () => undefined,
    }
    const fold = emptyFold('rent.schedule-1', folding)
    expect(createAheads({ ...folding, holds: () => 10_000 }).begin(fold)).toBeDefined()
    expect(createAheads({ ...folding, holds: () => 10_001 }).begin(fold)).toBeUndefined()
  })

  it('are not given up because another process is faster many times in a row', async () => {
    const carId = await world.vehicle(command, tenant)
    const there = process()
    let faster = 0
    const { ask } = process((log) => ({
      async append(...asked) {
        if (faster < 40) {
          faster += 1
          await there.ask(carId)
        }
        return await log.append(...asked)
      },
    }))
    expect(await ask(carId)).toMatchObject({ ok: true })
    expect(await commitsOf(carId)).toHaveLength(40 + 1)
  })
})
