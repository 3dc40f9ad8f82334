import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'

/**
 * A connection on which the texts stand in `pg_temp.sought (text)`. They get there by COPY and are in no statement: as
 * parameters they would be written to PostgreSQL's own log by a server that logs what takes long, and the proof that nothing
 * is left of a person would leave the very trace.
 */
export async function withSought<Answer>(
  databaseUrl: string,
  texts: readonly string[],
  ask: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'forecourt operator',
    // All rows of all tables: a person waits, who may end it, and no request.
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  })
  client.on('error', () => {}) // the query that is running rejects as well
  await client.connect()
  try {
    await client.query('create temporary table sought (text text not null)')
    await pipeline(Readable.from(texts.map(lineOf)), client.query(from('copy pg_temp.sought from stdin')))
    return await ask(client)
  } finally {
    await client.end()
  }
}

/** As COPY reads it. */
const lineOf = (text: string) => `${text.replace(/[\\\n\r\t]/g, (sign) => ESCAPED[sign] ?? sign)}\n`
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
