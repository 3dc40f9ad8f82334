import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Rental } from '../testing/rental.ts'
import { World } from '../testing/world.ts'
import { rebuildBeside } from './rebuild.ts'
import { LIVE } from './schema-name.ts'

let world: World
let rental: Rental

beforeAll(async () => {
  world = await World.create()
  world.project(LIVE, 50)
  const { story } = world
  const golf = await story.vehicle(await story.business('Harbour Hire'), 'VW Golf')
  rental = await story.request(golf, '2027-01-08', '2027-01-10', { name: 'Adalovelace' })
  await world.projecting()
  await world.caughtUp()
})
afterAll(() => world[Symbol.asyncDispose]())

const rebuilt = async () =>
  await rebuildBeside({ ...world.projection(), eventLog: world.eventLog }, { anew: true, swap: () => true })

/** Read models other than the live one. */
async function others(): Promise<string[]> {
  const { rows } = await world.pool.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname ~ '^(read_|scratch_)' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Somebody reads in the kept read model, as `forecourt diff` does for as long as it replays the log. */
async function reading(): Promise<pg.PoolClient> {
  const reader = await world.pool.connect()
  await reader.query(
    'begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = 0',
  )
  await reader.query('select position from read_previous.checkpoint')
  return reader
}

it('a read model that somebody reads keeps nobody waiting when a person is erased or another one is built, and goes when they have done', async () => {
  const readers: pg.PoolClient[] = []
  try {
    await rebuilt()
    readers.push(await reading())
    await rebuilt()
    readers.push(await reading())
    await world.story.erase(rental)
    await world.caughtUp()

    expect(await others(), 'nothing is there that could be brought back').not.toContain('read_previous')
    const shown = await world.pool.query('select name from read.customers where customer_id = $1', [rental.customerId])
    expect(shown.rows).toEqual([{ name: null }])
    expect(await others(), 'they are still read').toHaveLength(2)
  } finally {
    for (const reader of readers) reader.release(true)
  }
  await expect.poll(others).toEqual([])
})
