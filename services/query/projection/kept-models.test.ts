import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Rental } from '../testing/rental.ts'
import { World } from '../testing/world.ts'
import { rebuild } from './rebuild.ts'
import { holdScratch, newScratch } from './scratch-models.ts'

let world: World
let rental: Rental

beforeEach(async () => {
  world = await World.create()
  world.project()
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
})
