import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Platform } from '../platform/platform.ts'

type Reachable = Pick<Platform, 'databaseUrl'>

/** A database that does not come back within this time does not come back. In milliseconds. */
const LONGEST_AWAY = 120_000
const MOST_CONNECTIONS = 300
/** How often everybody else is cut off before what is held is enough. */
const MOST_TRIES = 5

/** Resolves when the database answers. @throws when it does not come back */
export async function untilAnswers({ databaseUrl }: Reachable): Promise<void> {
  const deadline = performance.now() + LONGEST_AWAY
  for (;;) {
    try {
      const client = await open(databaseUrl)
      await client.query('select 1')
      await client.end()
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await delay(50)
    }
  }
}

/** Somebody holds the row that every append waits for. */
export async function lockLog(platform: Reachable, lasts: number, struck: () => void): Promise<void> {
  const client = await open(platform.databaseUrl)
  try {
    await client.query('begin; select position from log.head for update')
    struck()
    await delay(lasts)
  } finally {
    await client.end()
  }
}

/**
 * Somebody takes every connection that the server has to give, those of the product's pools, too. Who was faster and got one back
 * loses it again, some times.
 * @returns whether there were any to be had
 */
export async function holdConnections(platform: Reachable, lasts: number, struck: () => void): Promise<boolean> {
  const first = await open(platform.databaseUrl)
  const others: pg.Client[] = []
  const takeAll = async () => {
    for (let count = 0; count < MOST_CONNECTIONS; count += 1) {
      const client = await open(platform.databaseUrl).catch(() => undefined)
      if (client === undefined) return
      others.push(client)
    }
  }
  try {
    struck()
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      await takeAll()
      if ((await cutOffOthers(first)) === 0) break
    }
    await takeAll()
    await delay(lasts)
    return others.length > 0
  } finally {
    await Promise.all([first, ...others].map((client) => client.end()))
  }
}

/** Whoever was connected has to connect again. @returns how many there were */
async function cutOffOthers(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name <> $1 and backend_type = 'client backend'`,
    [NAME],
  )
  return rowCount ?? 0
}

const NAME = 'chaos: holds connections'

async function open(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: NAME,
    connectionTimeoutMillis: 2_000,
    query_timeout: 15_000,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
