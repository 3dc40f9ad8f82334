import { EVERYTHING, type EventLog, parsePosition } from '@forecourt/event-log/port.ts'
import { rebuildBeside } from '@forecourt/query/projection/rebuild.ts'
import { World } from '@forecourt/query/testing/world.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ProgressLine } from '../cli/progress.ts'
import { openPlatform, type Platform } from '../platform.ts'
import { settingsOf, typed } from '../testing/command-line.ts'
import { diff } from './diff.ts'
import { rebuildCommand } from './rebuild.ts'
import { watched } from './watched.ts'

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

/** The platform, with what the command is to see of its log. */
const platformWith = (alter: (platform: Platform) => EventLog) => async (): Promise<Platform> => {
  const platform = await openPlatform(settingsOf(world))
  return { ...platform, core: { ...platform.core, log: alter(platform) } }
}

/** A comparison during whose replay, after the first event, something happens. */
async function diffWhile(happens: (platform: Platform) => Promise<void>) {
  let happened = false
  const connect = platformWith((platform) => ({
    ...platform.core.log,
    async *readAll(after, filter) {
      for await (const event of platform.core.log.readAll(after, filter)) {
        yield event
        if (happened) continue
        happened = true
        await happens(platform)
      }
    },
  }))
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

describe('a comparison', () => {
  it('begins anew when the live read model is replaced meanwhile, and finds no differences that are none', async () => {
    let replayed = 0
    const ended = await diffWhile(async () => {
      replayed += 1
      const projection = { ...world.projection('read'), eventLog: world.eventLog }
      await rebuildBeside(projection, { anew: true, swap: () => true })
    })
    expect(ended).toMatchObject({ exit: 0, out: expect.stringContaining('Every row is what the log says') })
    expect(replayed).toBe(1)
  })

  it('begins anew when somebody is erased meanwhile, whose rows no replay makes as they were', async () => {
    const { story } = world
    const tenant = await story.business('Erasing Hire')
    const rental = await story.request(await story.vehicle(tenant, 'VW Polo'), '2026-12-08', '2026-12-10')
    await story.approve(rental)
    await world.caughtUp()
    const ended = await diffWhile(async () => {
      await story.erase(rental)
      await world.caughtUp()
    })
    expect(ended).toMatchObject({ exit: 0, out: expect.stringContaining('Every row is what the log says') })
  })
})

/** So long a log is worth sorting. */
const long = (log: EventLog): EventLog => ({ ...log, head: async () => parsePosition('20000') ?? (await log.head()) })

describe('a rebuild of a long log', () => {
  it('says that it is being sorted, and is stopped at once meanwhile', async () => {
    const other = new pg.Client({ connectionString: world.database.url })
    await other.connect()
    onTestFinished(() => other.end())
    // Nobody sorts what is locked.
    await other.query('begin; lock table log.events')
    const stop = new AbortController()
    const shown: string[] = []
    const progress: ProgressLine = {
      every: 0,
      show(text) {
        shown.push(text)
        stop.abort()
      },
      clear: () => {},
    }
    const connect = platformWith(({ core }) => long(core.log))
    const line = ['rebuild', '--from-scratch', '--no-swap']
    const ended = await typed(line, [rebuildCommand], connect, { stop: stop.signal, progress })
    expect(shown[0]).toMatch(/^sorting the log, \d+ s so far$/)
    expect(ended).toMatchObject({ exit: 130, errors: expect.stringContaining('run the same command again') })
    const sorting = async () => {
      const { rows } = await world.pool.query(
        "select from pg_stat_activity where datname = current_database() and application_name = 'forecourt log sort'",
      )
      return rows.length
    }
    await expect.poll(sorting, { timeout: 60_000 }).toBe(0)
  })

  it('that is gone on with counts what is left', async () => {
    const { eventLog: log } = world
    const head = await log.head()
    const all = await Array.fromAsync(log.readByTenant?.(head, EVERYTHING) ?? [])
    const second = all[1]
    if (second === undefined) throw new Error('there are two')
    const told: unknown[] = []
    const report = (done: number, of?: number) => void told.push(`${done} of ${of}`)
    const progress = { signal: new AbortController().signal, report, busy: () => {} }
    const place = { tenant: second.metadata.tenantId ?? '', position: second.position }
    await Array.fromAsync(watched(log, progress, head, true, 2n).readByTenant?.(head, EVERYTHING, place) ?? [])
    expect(told.at(-1)).toBe(`${all.length - 2} of ${head - 2n}`)
    expect(told).toHaveLength(all.length - 2)
  })

  it('reckons how many events there are where positions do not count them', async () => {
    const [all, head] = [
      await Array.fromAsync(world.eventLog.readAll('start', EVERYTHING)),
      await world.eventLog.head(),
    ]
    const told: (number | undefined)[] = []
    const report = (_done: number, of?: number) => void told.push(of)
    const progress = { signal: new AbortController().signal, report, busy: () => {} }
    await Array.fromAsync(watched(world.eventLog, progress, head, false).readAll('start', EVERYTHING))
    expect(told).toHaveLength(all.length)
    // Those of PostgreSQL do count them, so that each guess is right.
    expect(new Set(told)).toEqual(new Set([all.length]))
  })

  it('says why it was not read business by business', async () => {
    const connect = platformWith(({ core }) => ({
      ...long(core.log),
      async *readByTenant(...asked) {
        yield* (await Array.fromAsync(core.log.readByTenant?.(...asked) ?? [])).slice(0, 1)
        throw Object.assign(new pg.DatabaseError('no space left on device', 0, 'error'), { code: '53100' })
      },
    }))
    const ended = await typed(['rebuild', '--from-scratch', '--no-swap'], [rebuildCommand], connect)
    expect(ended).toMatchObject({ exit: 0, out: expect.stringContaining('in its own order (no space left on device)') })
  })
})
