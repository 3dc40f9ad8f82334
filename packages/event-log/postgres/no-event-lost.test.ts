import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { collect, idsOf, newEvents, startFollowing } from '../contract/setup.ts'
import { EVERYTHING } from '../port.ts'
import { appendMany } from './append-many.ts'
import { createPostgresEventLog } from './postgres-event-log.ts'

const WRITERS = 16
const COMMITS_EACH = 40

/**
 * The reason for the head's lock: with a sequence, a reader jumps over a transaction that commits late and never sees its
 * events. Here writers dawdle inside their transactions, roll back and are killed, and a reader that only ever asks for
 * "everything after N" must see every committed event, in order, without a gap.
 */
it('no event is lost to a reader under random rollbacks and killed connections', { timeout: 240_000 }, async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.log(`no-event-lost: seed ${seed}`)
  const log = createPostgresEventLog({ connectionString: database.url })
  const killer = await connect(database.url)
  const follower = startFollowing(log, 'start')
  const tally = { committed: 0, rolledBack: 0, killed: 0 }

  async function write(writer: number): Promise<string[]> {
    const random = mulberry32(seed + writer)
    const stored: string[] = []
    let client = await connect(database.url)
    for (let commits = 0; commits < COMMITS_EACH; ) {
      const events = newEvents(1 + Math.floor(random() * 4))
      const stream = `rent.stress-${writer}-${Math.floor(random() * 20)}`
      await client.query('begin')
      if (random() < 0.5) await client.query('select pg_current_xact_id()')
      await appendMany(client, [{ stream, expected: 'any', events, alongside: {}, doubt: null }])
      if (random() < 0.2) await client.query('select pg_sleep(0.002)')
      const fate = random()
      if (fate < 0.2) {
        await client.query('rollback')
        tally.rolledBack += 1
      } else if (fate < 0.3) {
        await killer.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
          nameOf(client),
        ])
        client = await connect(database.url)
        tally.killed += 1
      } else {
        await client.query('commit')
        stored.push(...idsOf(events))
        commits += 1
        tally.committed += 1
      }
    }
    await client.end()
    return stored
  }

  const stored = (await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))).flat()
  expect(tally).toMatchObject({ committed: WRITERS * COMMITS_EACH })
  expect(Math.min(tally.rolledBack, tally.killed)).toBeGreaterThan(0)

  await expect.poll(() => follower.events().length, { timeout: 60_000 }).toBe(stored.length)
  await follower.stop()
  const positions = follower.events().map(({ position }) => position)
  expect(positions).toEqual(positions.map((_, index) => BigInt(index) + 1n))
  expect(idsOf(follower.events()).toSorted()).toEqual(stored.toSorted())
  expect(idsOf(await collect(log.readAll('start', EVERYTHING)))).toEqual(idsOf(follower.events()))
  expect(await log.head()).toBe(BigInt(stored.length))
  await killer.end()
  await log.close()
})

let clients = 0
const names = new WeakMap<pg.Client, string>()
const nameOf = (client: pg.Client): string => names.get(client) ?? ''

async function connect(connectionString: string): Promise<pg.Client> {
  clients += 1
  const client = new pg.Client({ connectionString, application_name: `stress ${clients}` })
  names.set(client, `stress ${clients}`)
  client.on('error', () => {}) // it is going to be killed
  await client.connect()
  return client
}

/** A small random generator whose run can be repeated from its seed. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
