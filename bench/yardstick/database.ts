import { readFile } from 'node:fs/promises'
import pg from 'pg'

const SCHEMA = 'yardstick'

/**
 * Makes the yardstick's tables in a database, in a schema of their own.
 * @returns the connection string that finds them
 */
export async function prepareYardstick(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', `-c search_path=${SCHEMA}`)
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(`create schema ${SCHEMA}`)
    await client.query(await readFile(new URL('schema.sql', import.meta.url), 'utf8'))
  } finally {
    await client.end()
  }
  return url.href
}
