import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { movedChannel } from '../projection/schema-name.ts'
import { World } from '../testing/world.ts'
import { createHorizon } from './horizon.ts'
import { openReadDatabase } from './read-database.ts'

/** A business whose rows have caught up, and a horizon over them. */
async function begin({ patience }: { readonly patience: number }) {
  const world = await World.create()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const projector = world.project()
  await world.projecting()
  const tenant = await world.story.business('Harbour Hire')
  const head = await world.caughtUp()
  const database = await openReadDatabase(world.database.queryUrl)
  onTestFinished(() => database.end())
  const horizon = createHorizon({
    database,
    connectionString: world.database.queryUrl,
    log: world.log,
    patience,
  })
  onTestFinished(() => horizon.close())
  // Their first look is at a connection that is only being opened.
  await expect.poll(() => horizon.reached(head)).toBe(true)
  return { world, projector, tenant, head, database, horizon }
}

describe('somebody who waits for their own writes', () => {
  it('is not kept from it by any number of made-up positions', async () => {
    const { world, tenant, head, horizon } = await begin({ patience: 60_000 })
    const madeUp = Array.from({ length: 600 }, (_none, index) => horizon.reached(head + 1_000n + BigInt(index)))
    const { position } = await world.story.deactivateUser(tenant)
    expect(await horizon.reached(position)).toBe(true)
    await horizon.close()
    expect(new Set(await Promise.all(madeUp))).toEqual(new Set([false]))
  })

  it('shares looks and wishes with all others who wait', async () => {
    const { head, database, horizon } = await begin({ patience: 600 })
    const looked = vi.spyOn(database, 'one')
    const wished = vi.spyOn(database, 'query')
    await Promise.all(Array.from({ length: 200 }, () => horizon.reached(head + 1_000n)))
    expect(looked.mock.calls.length).toBeLessThan(10)
    expect(wished.mock.calls.length).toBeLessThan(10)
  })

  it('does not wait for a position that no log comes to in that time', async () => {
    const { horizon } = await begin({ patience: 60_000 })
    expect(await horizon.reached(9_999_999_999_999_999_999n)).toBe(false)
  })

  it('waits no longer than their patience when the database does not answer', async () => {
    const { world, head, horizon } = await begin({ patience: 300 })
    const client = await world.pool.connect()
    try {
      await client.query('begin; lock table read.checkpoint in access exclusive mode')
      expect(await horizon.reached(head + 1n)).toBe(false)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('what was known of the rows', () => {
  it('does not count any more from the moment in which the connection is lost', async () => {
    const { world, projector, head, horizon } = await begin({ patience: 100 })
    await projector.stop()
    await vi.waitFor(async () => {
      await world.pool.query('select pg_notify($1, $2)', [movedChannel('read'), String(head + 1n)])
      expect(await horizon.reached(head + 1n)).toBe(true)
    }, 60_000)
    // As after the crash of a server that had not yet written its last commits to the disk.
    await world.pool.query('update read.checkpoint set position = 0')
    await world.pool.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'forecourt read_moved'`)
    await vi.waitFor(() => expect(world.lines.join('')).toContain('the listening connection was lost'), 60_000)
    expect(await horizon.reached(head)).toBe(false)
  })
})
