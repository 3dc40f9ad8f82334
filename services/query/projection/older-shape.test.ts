import { vehicleStream } from '@forecourt/domain/streams.ts'
import { type EventLog, tenantOf } from '@forecourt/event-log/port.ts'
import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Car } from '../testing/rental.ts'
import { World } from '../testing/world.ts'
import { readCheckpoint } from './checkpoint.ts'
import { compareReadModels } from './compare.ts'
import { nextOf, whileBuilding } from './kept-models.ts'
import { ensureReadModel, rebuild, rebuildBeside, rollBack } from './rebuild.ts'
import { type ProjectorState, runProjector } from './run-projector.ts'
import { createBareReadModel, createReadModel, MODEL } from './schema.ts'

let world: World

beforeEach(async () => {
  world = await World.create()
})
afterEach(() => world[Symbol.asyncDispose]())

async function expectSameAsRebuilt(): Promise<void> {
  await rebuild({ ...world.projection('rebuilt'), eventLog: world.eventLog })
  expect(await compareReadModels(world.pool, 'read', 'rebuilt')).toEqual([])
}

const oneCar = async (name: string) => await world.story.vehicle(await world.story.business(name), name)

/** A vehicle goes to the workshop and back again and again. */
async function toAndFro({ vehicleId, tenant: { businessId } }: Car, times: number): Promise<void> {
  const events = [
    ['available', 'maintenance'],
    ['maintenance', 'available'],
  ].map(([from, to]) => ({ type: 'VehicleStatusChanged', data: { vehicleId, businessId, from, to } }))
  for (let told = 0; told < times; told += 100) {
    const some = Array.from({ length: 100 }, () => events).flat()
    await world.story.append(vehicleStream(vehicleId), businessId, some)
  }
}

/** An older version has left the live read model. */
async function ofOlderShape(): Promise<void> {
  await createReadModel(world.pool, 'read')
  await world.pool.query(`update read.checkpoint set model = ${MODEL - 1}`)
}

const shapeOf = async (schema: string) => (await readCheckpoint(world.pool, schema))?.model

/** Starts a projector for which a short log is worth sorting already. */
function project(eventLog: EventLog): readonly ProjectorState[] {
  const ending = new AbortController()
  const states: ProjectorState[] = []
  const options = { ...world.projection(), eventLog, databaseUrl: world.database.url, worthSorting: 1n }
  const running = runProjector({ ...options, onState: (state) => void states.push(state) }, ending.signal)
  onTestFinished(async () => {
    ending.abort()
    await running
  })
  return states
}

describe('a read model of an older shape', () => {
  it('is built anew beside the old one and swapped in', async () => {
    await oneCar('Harbour Hire')
    const before = world.project()
    await world.caughtUp()
    await before.stop()
    await world.pool.query('update read.checkpoint set model = 0; delete from read.vehicles')
    world.project()
    await vi.waitFor(async () => expect(await world.rows('vehicles')).toHaveLength(1), { timeout: 60_000 })
    await world.caughtUp()
    await expectSameAsRebuilt()
    expect(await world.rows('vehicles', 'read_previous')).toEqual([])
  })

  it('goes on being built from where it was when the database has ended all connections in the middle', async () => {
    // More of each than is held back before it is stored.
    for (const name of ['Harbour Hire', 'Northern Wheels']) await toAndFro(await oneCar(name), 1_100)
    await ofOlderShape()
    const begun: (string | undefined)[] = []
    const tenants = new Set<string>()
    async function* interrupted(...asked: Parameters<NonNullable<EventLog['readByTenant']>>) {
      begun.push(asked[2]?.tenant)
      for await (const event of world.eventLog.readByTenant?.(...asked) ?? nothing()) {
        yield event
        if (begun.length > 1) continue
        tenants.add(tenantOf(event))
        const isSecond = [...tenants].filter((tenant) => tenant !== '').length === 2
        if (isSecond && event.revision === 500n) await endConnectionsOnce(stored)
      }
    }
    const stored = async () => (await world.rows('filling', 'read_next'))[0]?.tenant !== ''
    const states = project({ ...world.eventLog, readByTenant: interrupted })
    await world.caughtUp()
    const [first] = [...tenants].filter((tenant) => tenant !== '')
    expect([begun[0], begun.at(-1)]).toEqual(['', first])
    expect(states).toContain('trying again')
    await expectSameAsRebuilt()
  }, 120_000)

  it('is built from the beginning where what is half built has another shape, too', async () => {
    await oneCar('Harbour Hire')
    await ofOlderShape()
    await createBareReadModel(world.pool, 'read_next')
    const head = await world.eventLog.head()
    await world.pool.query(`update read_next.checkpoint set model = ${MODEL + 1}, position = ${head}`)
    world.project()
    await world.caughtUp()
    expect(await world.rows('vehicles')).toHaveLength(1)
    await expectSameAsRebuilt()
  })

  it('gives way to what an operator has built beforehand, and only what came since is read', async () => {
    await oneCar('Harbour Hire')
    await ofOlderShape()
    const head = await world.eventLog.head()
    const options = { ...world.projection(), eventLog: world.eventLog }
    await rebuildBeside(options, { anew: false, swap: () => false })
    await oneCar('Northern Wheels')
    const read: unknown[] = []
    project({
      ...world.eventLog,
      readAll(after, filter) {
        read.push(after)
        return world.eventLog.readAll(after, filter)
      },
    })
    await world.caughtUp()
    expect(read).toEqual([head])
    await expectSameAsRebuilt()
  })

  it('is replaced by what an operator makes anew, and brought back by one of the older version', async () => {
    await oneCar('Harbour Hire')
    await ofOlderShape()
    const options = { ...world.projection(), eventLog: world.eventLog }
    await rebuildBeside(options, { anew: false, swap: () => true })
    expect([await shapeOf('read'), await shapeOf('read_previous')]).toEqual([MODEL, MODEL - 1])
    // Seen from the older version: what is live now is newer than it knows, and what is kept is its own.
    await world.pool.query(`
      update read.checkpoint set model = ${MODEL + 1};
      update read_previous.checkpoint set model = ${MODEL}`)
    await expect(ensureReadModel(options)).rejects.toThrow(`has shape ${MODEL + 1}, this version knows ${MODEL}`)
    await oneCar('Northern Wheels')
    expect(await rollBack(options, { swap: () => true })).toBe(await world.eventLog.head())
    expect(await ensureReadModel(options)).toBe(await world.eventLog.head())
    await expectSameAsRebuilt()
  })

  it('is left to the process that makes it anew already, and gone on with when that one ends', async () => {
    await oneCar('Harbour Hire')
    await ofOlderShape()
    const other = Promise.withResolvers<never>()
    const building = whileBuilding(world.pool, nextOf('read'), () => other.promise)
    onTestFinished(() => other.reject(new Error('ended')))
    const states = project(world.eventLog)
    await vi.waitFor(() => expect(states).toContain('standing by'), 60_000)
    other.reject(new Error('ended'))
    await expect(building).rejects.toThrow('ended')
    await world.caughtUp()
    expect(states).not.toContain('trying again')
  })

  it('is not built twice by two that look at the same time', async () => {
    await oneCar('Harbour Hire')
    await ofOlderShape()
    const options = { ...world.projection(), eventLog: world.eventLog }
    // Between this one's look and its turn, the other one comes to its end.
    const late: Pool = Object.assign(Object.create(world.pool), {
      query: world.pool.query.bind(world.pool),
      async connect() {
        late.connect = world.pool.connect.bind(world.pool)
        await ensureReadModel(options)
        return await world.pool.connect()
      },
    })
    expect(await ensureReadModel({ ...options, pool: late })).toBe(await world.eventLog.head())
    const built = world.lines.filter((line) => line.includes('building it anew'))
    expect(built).toHaveLength(1)
  })
})

/** Once that is so, the database ends every connection, as it does when it is started again. */
async function endConnectionsOnce(isSo: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await isSo()).toBe(true), 60_000)
  await world.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}

async function* nothing(): AsyncGenerator<never> {}
