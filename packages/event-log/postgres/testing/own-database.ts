import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'

/** A database with one connection to it, both there while tests run. */
export interface OwnDatabase {
  /** Connection string of the owner role. */
  readonly url: string
  readonly client: pg.Client
}

/** For the tests of the file, or of the block, that calls it. */
export function ownDatabase(): OwnDatabase {
  let open: { readonly database: TestDatabase; readonly client: pg.Client } | undefined
  const there = () => {
    if (open === undefined) throw new Error('the tests have not begun')
    return open
  }
  beforeAll(async () => {
    const database = await createTestDatabase()
    open = { database, client: new pg.Client({ connectionString: database.url }) }
    await open.client.connect()
  })
  afterAll(async () => {
    await open?.client.end()
    await open?.database.drop()
  })
  return {
    get url() {
      return there().database.url
    },
    get client() {
      return there().client
    },
  }
}
