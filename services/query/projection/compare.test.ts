import { afterAll, beforeAll, expect, it } from 'vitest'
import { World } from '../testing/world.ts'
import { compareReadModels, compareRows } from './compare.ts'
import { rebuild } from './rebuild.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
  const { story } = world
  await story.request(await story.vehicle(await story.business('Harbour Hire'), 'VW Golf'), '2026-12-08', '2026-12-10')
  for (const schema of ['one', 'other']) {
    await rebuild({ ...world.projection(schema), eventLog: world.eventLog, schema })
  }
})
afterAll(() => world[Symbol.asyncDispose]())

it('two read models of one log have the same rows', async () => {
  expect(await compareReadModels(world.pool, 'one', 'other')).toEqual([])
})

it('numbers that no program can count so far are told apart', async () => {
  await world.pool.query('update one.bookings set daily_rate = 9007199254740992')
  await world.pool.query('update other.bookings set daily_rate = 9007199254740993')
  expect(await compareReadModels(world.pool, 'one', 'other')).toMatchObject([{ table: 'bookings' }])
})

it('whoever hears how far it has come can end it', async () => {
  const client = await world.pool.connect()
  try {
    const heard: number[] = []
    const comparing = compareRows({ client, schema: 'one' }, { client, schema: 'other' }, (tables, all) => {
      heard.push(tables)
      expect(all).toBeGreaterThan(tables)
      if (tables === 2) throw new Error('that is enough')
    })
    await expect(comparing).rejects.toThrow('that is enough')
    expect(heard).toEqual([0, 1, 2])
  } finally {
    client.release()
  }
})
