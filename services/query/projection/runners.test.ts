import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { addDays, CivilDate } from '@forecourt/domain/civil-date.ts'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { World } from '../testing/world.ts'
import { applyBatch } from './apply-batch.ts'
import { readCheckpoint } from './checkpoint.ts'
import { compareReadModels } from './compare.ts'
import { rebuild } from './rebuild.ts'
import { createReadModel } from './schema.ts'

let world: World
const children = new Set<ChildProcess>()

beforeEach(async () => {
  world = await World.create()
})
afterEach(async () => {
  await Promise.all([...children].map(kill))
  await world[Symbol.asyncDispose]()
})

async function expectSameAsRebuilt(): Promise<void> {
  await rebuild({ ...world.projection('rebuilt'), eventLog: world.eventLog })
  expect(await compareReadModels(world.pool, 'read', 'rebuilt')).toEqual([])
}

const FIRST_DAY = CivilDate.parse('2026-06-01')

/** A busy day: many requests and decisions on some vehicles, which bear on the figures of many months. */
async function busyDay(name: string, requests: number): Promise<void> {
  const { story } = world
  const tenant = await story.business(name)
  const cars = await Promise.all(['A', 'B', 'C', 'D'].map((letter) => story.vehicle(tenant, `${name} ${letter}`)))
  await Promise.all(
    Array.from({ length: requests }, async (_none, index) => {
      const car = cars[index % cars.length]
      if (car === undefined) return
      const pickup = addDays(FIRST_DAY, index)
      const rental = await story.request(car, pickup, addDays(pickup, 2))
      if (index % 3 === 0) await story.reject(rental)
      else await story.approve(rental)
      if (index % 3 === 1) await story.complete(rental)
    }),
  )
}

/** The projector as it is started in production. */
function projectorProcess(): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../projector.ts', import.meta.url))], {
    env: {
      ...process.env,
      DATABASE_URL: world.database.url,
      MASTER_KEY: world.masterKey,
      LOOKUP_KEY: world.lookupKey,
      PORT: '0',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  children.add(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function checkpoint(): Promise<bigint> {
  return (await readCheckpoint(world.pool, 'read'))?.position ?? 0n
}

describe('two projectors at once', () => {
  it('never write the same events twice: one goes on, the other stands by and takes over when it dies', async () => {
    const first = world.project()
    const second = world.project()
    await vi.waitFor(() => {
      expect([first, second].map(({ states }) => states.at(-1))).toEqual(['projecting', 'projecting'])
    }, 60_000)
    await busyDay('Harbour Hire', 60)
    await world.caughtUp()
    await vi.waitFor(() => {
      expect(new Set([first, second].map(({ states }) => states.at(-1)))).toEqual(
        new Set(['projecting', 'standing by']),
      )
    }, 60_000)
    await expectSameAsRebuilt()

    await (first.states.at(-1) === 'projecting' ? first : second).stop()
    await busyDay('Northern Wheels', 20)
    await world.caughtUp()
    await expectSameAsRebuilt()
  })

  it('a batch of a runner whose checkpoint was moved by another writes nothing', async () => {
    const { businessId } = await world.story.business('Harbour Hire')
    await createReadModel(world.pool, 'read')
    const head = await world.eventLog.head()
    const events = await Array.fromAsync(world.eventLog.readAll('start', { prefixes: ['rent.'] }))
    const projection = { ...world.projection(), onPoison: 'park' as const }
    const told = await projection.tell(events)
    const start = (await readCheckpoint(world.pool, 'read'))?.position
    if (start === undefined) throw new Error('there is no checkpoint')
    expect(await applyBatch(projection, start, told, head)).toBe('applied')
    await world.pool.query('delete from read.users')
    expect(await applyBatch(projection, start, told, head)).toBe('overtaken')
    expect(await world.rows('users')).toEqual([])
    expect(await world.rows('businesses')).toMatchObject([{ business_id: businessId }])
  })
})

describe('a projector that is killed', () => {
  it('anywhere in its batches leaves rows that equal a rebuild, and goes on where it stopped', async () => {
    await busyDay('Harbour Hire', 300)
    let child = projectorProcess()
    await vi.waitFor(async () => expect(await checkpoint()).toBeGreaterThan(0n), { timeout: 60_000, interval: 1 })
    for (let round = 0; round < 3; round += 1) {
      const busy = busyDay(`Round ${round}`, 120)
      const before = await checkpoint()
      await vi.waitFor(async () => expect(await checkpoint()).toBeGreaterThan(before), { timeout: 60_000, interval: 1 })
      await kill(child)
      await busy
      child = projectorProcess()
    }
    await world.caughtUp()
    await expectSameAsRebuilt()
  }, 240_000)
})

test('a read model that was made anew has every index and key of one that grew with the log', async () => {
  await createReadModel(world.pool, 'read')
  await rebuild({ ...world.projection('rebuilt'), eventLog: world.eventLog })
  const indexesOf = async (schema: string) => {
    const { rows } = await world.pool.query<{ indexdef: string }>(
      'select indexdef from pg_indexes where schemaname = $1',
      [schema],
    )
    return rows.map(({ indexdef }) => indexdef.replaceAll(`${schema}.`, '')).toSorted()
  }
  expect(await indexesOf('rebuilt')).toEqual(await indexesOf('read'))
  expect(await indexesOf('rebuilt')).toContain(
    'CREATE UNIQUE INDEX booking_history_pkey ON booking_history USING btree (event_id)',
  )
})

test('the alarm sounds in a read model that is made anew, too', async () => {
  const { story } = world
  const tenant = await story.business('Harbour Hire')
  const twice = await story.vehicle(tenant, 'Twice')
  for (const [pickup, dropoff] of [
    ['2026-06-01', '2026-06-05'],
    ['2026-06-04', '2026-06-07'],
    ['2026-06-07', '2026-06-09'],
  ] as const) {
    await story.approve(await story.request(twice, pickup, dropoff))
  }
  await rebuild({ ...world.projection('rebuilt'), eventLog: world.eventLog })
  expect(await world.rows('approved_periods', 'rebuilt')).toHaveLength(2)
  expect(await world.rows('double_bookings', 'rebuilt')).toMatchObject([{ vehicle_id: twice.vehicleId }])
  expect(world.lines.filter((line) => line.includes('DOUBLE BOOKING'))).toHaveLength(1)
})
