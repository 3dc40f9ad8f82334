import { World } from '@forecourt/query/testing/world.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { screensShowLog } from './screens.ts'

let world: World
const never = new AbortController().signal

beforeEach(async () => {
  world = await World.create()
  await world.story.vehicle(await world.story.business('Harbour Hire'), 'VW Golf')
})
afterEach(() => world[Symbol.asyncDispose]())

it('screens that are still to be made from the log are waited for', async () => {
  const waiting = screensShowLog(world.database.url, never)
  let isOver = false
  const over = waiting.finally(() => {
    isOver = true
  })
  // Nobody makes them yet: it looks again and again.
  await expect.poll(looks).toBeGreaterThan(0)
  expect(isOver).toBe(false)
  world.project()
  expect(await over).toBe(true)
  const { rows } = await world.pool.query(
    'select from read.checkpoint where position >= (select position from log.head)',
  )
  expect(rows).toHaveLength(1)
})

it('but not for ever, nor when it is to stop, nor for a database that is not there', async () => {
  expect(await screensShowLog(world.database.url, never, 200)).toBe(false)
  expect(await screensShowLog(world.database.url, AbortSignal.abort())).toBe(false)
  expect(await screensShowLog('postgres://nobody@127.0.0.1:1/forecourt', never)).toBe(false)
})

/** Connections that have looked whether there is a read model. */
async function looks(): Promise<number> {
  const { rowCount } = await world.pool.query(
    "select from pg_stat_activity where datname = current_database() and query like '%to_regclass%' and pid <> pg_backend_pid()",
  )
  return rowCount ?? 0
}
