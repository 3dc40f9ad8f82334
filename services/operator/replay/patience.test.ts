import type { EventLog } from '@forecourt/event-log/port.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatform, type Platform } from '../platform.ts'
import { settingsOf, typed } from '../testing/command-line.ts'
import { diff } from './diff.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
  world.project()
  const tenant = await world.story.business('Harbour Hire')
  await world.story.vehicle(tenant, 'VW Golf')
  await world.projecting()
  await world.caughtUp()
})
afterAll(() => world[Symbol.asyncDispose]())

/** A comparison during whose replay, after the first event, something happens. */
async function diffWhile(happens: (platform: Platform) => Promise<void>) {
  const connect = async (): Promise<Platform> => {
    const platform = await openPlatform(settingsOf(world))
    let happened = false
    const log: EventLog = {
      ...platform.core.log,
      async *readAll(after, filter) {
        for await (const event of platform.core.log.readAll(after, filter)) {
          yield event
          if (happened) continue
          happened = true
          await happens(platform)
        }
      },
    }
    return { ...platform, core: { ...platform.core, log } }
  }
  return await typed(['diff'], [diff], connect)
}

describe('a replay that takes long', () => {
  it('is limited in time neither by the product nor by the settings of the database', async () => {
    const { pathname } = new URL(world.database.url)
    const name = pathname.slice(1)
    await world.pool.query(`alter database "${name}" set statement_timeout = '3s'`)
    await world.pool.query(`alter database "${name}" set idle_in_transaction_session_timeout = '3s'`)
    const platform = await openPlatform(settingsOf(world))
    try {
      for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
        const { rows } = await platform.pool.query<Record<string, string>>(`show ${limit}`)
        expect(rows).toEqual([{ [limit]: '0' }])
      }
      const { query_timeout: wait } = platform.pool.options
      expect(wait, 'nor does the driver give up').toBeUndefined()
    } finally {
      await platform.close()
      await world.pool.query(`alter database "${name}" reset all`)
    }
  })

  it('and whose view of the live rows the database has ended meanwhile says so, and ends', async () => {
    const ended = await diffWhile(async () => {
      const { rowCount } = await world.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'forecourt operator' and state = 'idle in transaction'`,
      )
      expect(rowCount).toBe(1)
    })
    expect(ended.exit).not.toBe(0)
    expect(ended.out).toMatch(/^forecourt: /)
    expect(await diffWhile(async () => {})).toMatchObject({ exit: 0 })
  })
})
