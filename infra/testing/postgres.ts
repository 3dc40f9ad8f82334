import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** The migrated database that every test database is a copy of. */
export const TEMPLATE = 'forecourt_template'

/** The server lives for one test run, on 127.0.0.1, with made-up data. */
export const TEST_PASSWORD = 'test'

export interface TestDatabase extends AsyncDisposable {
  /** Connection string of the owner role (`DATABASE_URL`). */
  readonly url: string
  /** Connection string of the query service's role (`QUERY_DATABASE_URL`). */
  readonly queryUrl: string
  /** Removes the database, closing whatever is still connected to it. */
  drop(): Promise<void>
}

/**
 * A database of its own for a test file: a copy of the migrated template on the run's PostgreSQL (`postgres-server.ts`).
 * Takes some ten milliseconds. `await using` drops it by itself.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(`create database ${name} template ${TEMPLATE}`)
  const drop = () => asOwner(`drop database if exists ${name} with (force)`)
  return {
    url: urlOf('forecourt', name),
    queryUrl: urlOf('forecourt_query', name),
    drop,
    [Symbol.asyncDispose]: drop,
  }
}

/**
 * Connections to a test database. Whoever drops it right after `end` may be faster than a server that is told goodbye: what it
 * says then to a connection that nobody has any more ends no test.
 */
export function createTestPool(config: pg.PoolConfig): pg.Pool {
  return new pg.Pool(config).on('error', () => {})
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client(urlOf('forecourt', 'postgres'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function urlOf(role: string, database: string): string {
  return `postgres://${role}:${TEST_PASSWORD}@127.0.0.1:${inject('forecourtPostgresPort')}/${database}`
}

declare module 'vitest' {
  interface ProvidedContext {
    forecourtPostgresPort: number
  }
}
