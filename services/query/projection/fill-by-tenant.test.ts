import { slugClaimStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { EVERYTHING, type EventLog, type Position, tenantOf } from '@forecourt/event-log/port.ts'
import pg, { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { everyEvent } from '../testing/every-event.ts'
import type { Car, Rental, Tenant } from '../testing/rental.ts'
import { World } from '../testing/world.ts'
import { PoisonEvent } from './apply-batch.ts'
import { readCheckpoint } from './checkpoint.ts'
import { compareReadModels } from './compare.ts'
import { completeReadModel } from './complete.ts'
import { fillByTenant, type SortedLog } from './fill-by-tenant.ts'
import { filledSoFar } from './filling.ts'
import { rebuild, rebuildBeside } from './rebuild.ts'
import { createBareReadModel, dropReadModel } from './schema.ts'

let world: World
let sorted: EventLog & SortedLog
let head: Position

beforeAll(async () => {
  world = await World.create()
  const { readByTenant } = world.eventLog
  if (readByTenant === undefined) throw new Error('the log in Postgres can be read tenant after tenant')
  sorted = { ...world.eventLog, readByTenant }
  await sideBySide()
  head = await world.eventLog.head()
  await rebuild({ ...world.projection('in_order'), eventLog: world.eventLog })
}, 120_000)
afterAll(() => world[Symbol.asyncDispose]())

/** Every type of event, of three businesses side by side, and what two more have lived through. */
async function sideBySide(): Promise<void> {
  const { story } = world
  const businesses = [everyEvent(story), everyEvent(story), everyEvent(story)]
  for (let n = 0; n < (businesses[0]?.count ?? 0); n += 1) for (const business of businesses) await business.tell(n)
  const tenants = [await story.business('Harbour Hire'), await story.business('Northern Wheels')]
  const lives = await Promise.all(tenants.map(begin))
  for (const step of LIFE) for (const life of lives) await step(life)
}

interface Life {
  readonly tenant: Tenant
  readonly cars: readonly [Car, Car]
  readonly rentals: Rental[]
}

async function begin(tenant: Tenant): Promise<Life> {
  const { story } = world
  const cars = [await story.vehicle(tenant, 'A'), await story.vehicle(tenant, 'B')] as const
  return { tenant, cars, rentals: [] }
}

const ask = (car: 0 | 1, day: string, until: string, email: string) => async (life: Life) => {
  life.rentals.push(await world.story.request(life.cars[car], day, until, { email }))
}
const on = (nth: number, verb: (rental: Rental) => Promise<unknown>) => async (life: Life) => {
  const rental = life.rentals[nth]
  if (rental === undefined) throw new Error(`there is no request ${nth}`)
  await verb(rental)
}
const LIFE: readonly ((life: Life) => Promise<void>)[] = [
  ask(0, '2026-06-01', '2026-07-03', 'ada@renter.example'),
  ask(1, '2026-06-01', '2026-06-03', 'ada@renter.example'),
  ask(1, '2026-06-05', '2026-06-07', 'ben@renter.example'),
  on(1, (rental) => world.story.approve(rental)),
  on(0, (rental) => world.story.replaceLicence(rental, '/objects/licences/first')),
  on(0, (rental) => world.story.approve(rental)),
  on(0, (rental) => world.story.noteDown(rental, 'keys at the desk')),
  on(2, (rental) => world.story.mailRefused(rental)),
  on(2, (rental) => world.story.reject(rental)),
  on(0, (rental) => world.story.deleteLicence(rental, '/objects/licences/first')),
  on(1, (rental) => world.story.complete(rental)),
  on(2, (rental) => world.story.erase(rental)),
  ask(0, '2026-07-10', '2026-07-13', 'ada@renter.example'),
  on(0, (rental) => world.story.eraseKeepingKey(rental)),
  ask(0, '2026-08-10', '2026-08-13', 'ada@renter.example'),
  on(4, (rental) => world.story.approve(rental)),
]

async function fill(schema: string, stretch: number, log: SortedLog = sorted): Promise<Position | undefined> {
  return await fillByTenant({ ...world.projection(schema), onPoison: 'stop' }, log, head, stretch)
}

async function expectSameAsInOrder(schema: string): Promise<void> {
  await completeReadModel(world.pool, schema, world.log)
  expect(await compareReadModels(world.pool, 'in_order', schema)).toEqual([])
  expect((await readCheckpoint(world.pool, schema))?.position).toBe(head)
  await dropReadModel(world.pool, schema)
}

describe('filled tenant after tenant, the rows', () => {
  it.each([1, 5, 40, 12_000])('are those of the order of the log, with %i events in memory', async (stretch) => {
    await createBareReadModel(world.pool, 'sorted')
    expect(await fill('sorted', stretch)).toBe(head)
    await expectSameAsInOrder('sorted')
  })

  it('are the same after stops: what is stored is not read again, and nothing that came later is taken', async () => {
    await createBareReadModel(world.pool, 'stopped')
    const all = await Array.fromAsync(sorted.readByTenant(head, EVERYTHING))
    const begun: unknown[] = []
    for (const events of [25, 60, 100]) {
      const stopping = stopped(events, begun)
      await expect(fill('stopped', 5, stopping)).rejects.toThrow('stopped')
      expect((await readCheckpoint(world.pool, 'stopped'))?.position).toBe(0n)
      const [filling] = await world.rows('filling', 'stopped')
      const filled = await filledSoFar(world.pool, 'stopped')
      expect(String(all[Number(filled?.events) - 1]?.position)).toBe(filling?.position)
    }
    expect(await fillByTenant({ ...world.projection('stopped'), onPoison: 'stop' }, sorted, head, 5)).toBe(head)
    expect(new Set(begun).size).toBe(begun.length)
    await expectSameAsInOrder('stopped')
  })

  it('go on from where an earlier version has stopped, which did not count', async () => {
    await createBareReadModel(world.pool, 'uncounted')
    await expect(fill('uncounted', 5, stopped(60, []))).rejects.toThrow('stopped')
    await world.pool.query('alter table uncounted.filling drop column events')
    expect(await filledSoFar(world.pool, 'uncounted')).toEqual({ events: 0n, upTo: head })
    expect(await fill('uncounted', 5)).toBe(head)
    await expectSameAsInOrder('uncounted')
  })

  it('are no reason to leave the log open where there is no connection to be had', async () => {
    await createBareReadModel(world.pool, 'unconnected')
    const narrow = new pg.Pool({ connectionString: world.database.url, max: 1, connectionTimeoutMillis: 300 })
    onTestFinished(() => narrow.end())
    let held: Promise<pg.PoolClient> | undefined
    // It has noted what it begins; then somebody else takes the one connection.
    narrow.once('release', () => {
      held = narrow.connect()
    })
    let asked = 0
    const log: SortedLog = {
      readByTenant(...what) {
        asked += 1
        return sorted.readByTenant(...what)
      },
    }
    const projection = { ...world.projection('unconnected'), pool: narrow, onPoison: 'stop' } as const
    await expect(fillByTenant(projection, log, head)).rejects.toThrow('timeout')
    expect(asked).toBe(0)
    const client = await held
    client?.release()
  })

  it('are not written where somebody else fills, too', async () => {
    await createBareReadModel(world.pool, 'shared')
    const other: SortedLog = {
      async *readByTenant(...asked) {
        let read = 0
        for await (const event of sorted.readByTenant(...asked)) {
          read += 1
          if (read === 30) await world.pool.query("update shared.filling set tenant = 'another'")
          yield event
        }
      },
    }
    expect(await fill('shared', 5, other)).toBeUndefined()
  })
})

/** Fails after so many events. @param begun hears where it was begun */
function stopped(events: number, begun: unknown[]): SortedLog {
  return {
    async *readByTenant(upTo, filter, after) {
      begun.push(`${after?.tenant}/${after?.position}`)
      let read = 0
      for await (const event of sorted.readByTenant(upTo, filter, after)) {
        yield event
        read += 1
        // Until what was taken is stored.
        if (read === events) throw new Error('stopped')
      }
    },
  }
}

/** Fails like the server, in the middle. */
const failing = (code: string, message: string): EventLog => ({
  ...sorted,
  async *readByTenant(...asked) {
    yield* (await Array.fromAsync(sorted.readByTenant(...asked))).slice(0, 50)
    throw Object.assign(new DatabaseError(message, 0, 'error'), { code })
  },
})

describe('a rebuild of a log that is worth sorting', () => {
  const LONG = { worthSorting: 1n }

  it('goes up to where the log was in that way, and on from there in the log’s order', async () => {
    const asked: string[] = []
    const eventLog: EventLog = {
      ...sorted,
      readByTenant(upTo, ...rest) {
        asked.push(`sorted up to ${upTo}`)
        return sorted.readByTenant(upTo, ...rest)
      },
      readAll(after, filter) {
        asked.push(`after ${after}`)
        return sorted.readAll(after, filter)
      },
    }
    expect(await rebuild({ ...world.projection('rebuilt'), eventLog, ...LONG })).toBe(head)
    expect(asked).toEqual([`sorted up to ${head}`, `after ${head}`])
    expect(await compareReadModels(world.pool, 'in_order', 'rebuilt')).toEqual([])
    const all = await Array.fromAsync(sorted.readAll('start', EVERYTHING))
    const through = all[Math.floor(all.length / 2)]?.position ?? head
    const options = { eventLog: sorted, through }
    await rebuild({ ...world.projection('rebuilt'), ...options, ...LONG })
    await rebuild({ ...world.projection('in_order_too'), ...options })
    expect(await compareReadModels(world.pool, 'in_order_too', 'rebuilt')).toEqual([])
  })

  it('that was stopped is gone on with', async () => {
    const begun: unknown[] = []
    const options = { ...world.projection('in_order'), ...LONG }
    const beside = { anew: false, swap: () => true }
    const stopping = { ...sorted, ...stopped(45, begun) }
    await expect(rebuildBeside({ ...options, eventLog: stopping }, beside)).rejects.toThrow('stopped')
    const finishing = { ...sorted, ...stopped(Number.POSITIVE_INFINITY, begun) }
    expect(await rebuildBeside({ ...options, eventLog: finishing }, beside)).toEqual({ position: head, swapped: true })
    expect(begun).toHaveLength(2)
    expect(await compareReadModels(world.pool, 'in_order_previous', 'in_order')).toEqual([])
  })

  it.each([
    ['53100', 'could not extend file: No space left on device'],
    ['53200', 'out of memory'],
    ['53400', 'temporary file size exceeds temp_file_limit'],
  ])('is one in the order of the log where the server has no room to sort it (%s), and says so', async (code, why) => {
    const before = world.lines.length
    const schema = `cramped_${code}`
    expect(await rebuild({ ...world.projection(schema), eventLog: failing(code, why), ...LONG })).toBe(head)
    expect(await compareReadModels(world.pool, 'in_order', schema)).toEqual([])
    const said = world.lines.slice(before).filter((line) => line.includes('in its own order'))
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(why)
  })

  it('keeps what it has where the server only has too many connections for a moment', async () => {
    const crowded = rebuild({
      ...world.projection('crowded'),
      eventLog: failing('53300', 'sorry, too many clients already'),
      ...LONG,
    })
    await expect(crowded).rejects.toThrow('too many clients')
    expect(await world.rows('filling', 'crowded')).toHaveLength(1)
  })

  it('takes what names another tenant than its own in the order of the log', async () => {
    const { story } = world
    const [one, other] = [await story.business('Borrowed Bikes'), await story.business('Lent Lorries')]
    const car = await story.vehicle(one, 'Lent')
    const change = { type: 'VehicleStatusChanged', data: { vehicleId: car.vehicleId, from: 'available', to: 'booked' } }
    const data = { ...change.data, businessId: one.businessId }
    await story.append(vehicleStream(car.vehicleId), other.businessId, [{ ...change, data }])
    await story.append(slugClaimStream(one.slug), other.businessId, [
      { type: 'NameClaimed', data: { kind: 'slug', ownerId: one.businessId } },
    ])
    await rebuild({ ...world.projection('strayed'), eventLog: sorted, ...LONG })
    await rebuild({ ...world.projection('strayed_not'), eventLog: world.eventLog })
    expect(await compareReadModels(world.pool, 'strayed_not', 'strayed')).toEqual([])
  })

  it('stops at the first event in the order of the log that cannot be projected', async () => {
    const { story } = world
    const all = await Array.fromAsync(sorted.readAll('start', EVERYTHING))
    const tenants = [...new Set(all.map(tenantOf))].toSorted()
    const lives = [await story.business('Late Limousines'), await story.business('Early Estates')]
    // Whatever their order as tenants: the first in the log is of the last of them.
    lives.sort((a, b) => (a.businessId < b.businessId ? 1 : -1))
    expect(tenants.length).toBeGreaterThan(4)
    const cars = await Promise.all(lives.map((tenant) => story.vehicle(tenant, 'Broken')))
    for (const car of cars) await story.somethingBroken(car)
    const building = rebuild({ ...world.projection('broken'), eventLog: sorted, ...LONG })
    await expect(building).rejects.toThrow(PoisonEvent)
    await expect(building).rejects.toThrow(cars[0]?.vehicleId)
  })
})
