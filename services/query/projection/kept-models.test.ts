import type { EventLog } from '@forecourt/event-log/port.ts'
import { addressOf, openLink } from '@forecourt/infra/testing/link.ts'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Rental } from '../testing/rental.ts'
import { type Running, World } from '../testing/world.ts'
import { readCheckpoint } from './checkpoint.ts'
import { whileBuilding } from './kept-models.ts'
import { rebuild, rebuildBeside } from './rebuild.ts'
import { holdScratch, newScratch } from './scratch-models.ts'

let world: World
let projector: Running
let rental: Rental

beforeEach(async () => {
  world = await World.create()
  projector = world.project()
  const golf = await world.story.vehicle(await world.story.business('Harbour Hire'), 'VW Golf')
  rental = await world.story.request(golf, '2026-06-01', '2026-06-03', { name: 'Sofja Kovalevskaja' })
  await world.projecting()
  await world.caughtUp()
})
afterEach(() => world[Symbol.asyncDispose]())

async function erased(): Promise<void> {
  await world.story.erase(rental)
  await world.caughtUp()
}

/** The read models in which the person can be read. */
async function showingThem(): Promise<string[]> {
  const { rows } = await world.pool.query<{ schema: string }>(
    "select schemaname as schema from pg_tables where tablename = 'customers' order by 1",
  )
  const named = await Promise.all(
    rows.map(async ({ schema }) =>
      (await world.rows('customers', schema)).some(({ name }) => name !== null) ? [schema] : [],
    ),
  )
  return named.flat()
}

describe('one builds at a time', () => {
  it('and whoever is told that it failed may begin again at once', async () => {
    const { url } = world.database
    await using link = await openLink(() => addressOf(url))
    const far = new pg.Pool({ connectionString: Object.assign(new URL(url), { host: `127.0.0.1:${link.port}` }).href })
    onTestFinished(() => far.end())
    const building = whileBuilding(far, 'read_next', async () => {
      // What comes after it is behind on its way to the server, such as the connection's end.
      link.slow(100)
      throw new Error('stopped')
    })
    await expect(building).rejects.toThrow('stopped')
    expect(await whileBuilding(world.pool, 'read_next', async () => 'built')).toBe('built')
  })
})

describe('when somebody is erased', () => {
  it('what a killed command of operators has left does not keep them, and what one is at work on is left to it', async () => {
    const [left, inUse] = [newScratch(), newScratch()]
    for (const schema of [left, inUse]) await rebuild({ ...world.projection(schema), eventLog: world.eventLog })
    const holder = await world.pool.connect()
    try {
      await holdScratch(holder, inUse)
      expect(await showingThem()).toEqual(['read', left, inUse].toSorted())
      await erased()
      expect(await showingThem()).toEqual([inUse])
    } finally {
      holder.release(true)
    }
  })

  it('a rebuild that is stopped before it has come to that does not keep them', async () => {
    const building: EventLog = {
      ...world.eventLog,
      async *readAll(...asked) {
        yield* world.eventLog.readAll(...asked)
        // Their key opens what was read before: it is destroyed last.
        await world.story.eraseKeepingKey(rental)
        await world.caughtUp()
      },
    }
    const how = { anew: true, swap: () => false, building }
    await rebuildBeside({ ...world.projection(), eventLog: world.eventLog }, how)
    expect(await showingThem()).toEqual([])
  })

  it('one that was killed keeps them no longer than until a projector starts', async () => {
    await projector.stop()
    await rebuild({ ...world.projection('read_next'), eventLog: world.eventLog })
    const left = newScratch()
    await rebuild({ ...world.projection(left), eventLog: world.eventLog })
    await world.pool.query('update read.customers set name = null, is_erased = true')
    await world.pool.query('update read.bookings set contact_name = null')
    expect(await showingThem()).toEqual(['read_next', left])
    const states = world.project().states
    await vi.waitFor(() => expect(states).toContain('projecting'), 60_000)
    expect(await showingThem()).toEqual([])
  })

  it('the read model that is replaced does not keep them, though it was never told', async () => {
    await projector.stop()
    await world.story.erase(rental)
    await rebuildBeside({ ...world.projection(), eventLog: world.eventLog }, { anew: true, swap: () => true })
    expect(await showingThem()).toEqual([])
  })

  it('what was stopped goes on being there when it shows nobody who was erased', async () => {
    await erased()
    const how = { anew: true, swap: () => false }
    await rebuildBeside({ ...world.projection(), eventLog: world.eventLog }, how)
    expect(await readCheckpoint(world.pool, 'read_next')).toBeDefined()
  })
})
