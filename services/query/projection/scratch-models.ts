import { randomBytes } from 'node:crypto'
import { type ClientBase, DatabaseError } from 'pg'
import { dropReadModel } from './schema.ts'
import { schemaName } from './schema-name.ts'

/**
 * Read models that are projected by nobody: a command of operators fills one to ask it, and removes it at its end. One that is killed
 * leaves its own behind; and what stood beside the live one and is to go comes to them.
 */

const PREFIX = 'scratch_'
/** Name space of the advisory locks that say which scratch read models are in use. */
const LOCKS = 727_274

/** A name that no other scratch read model has. */
export const newScratch = (): string => `${PREFIX}${randomBytes(6).toString('hex')}`

/** Has the scratch read model be left alone by everybody else for as long as the connection lasts. */
export async function holdScratch(holder: ClientBase, schema: string): Promise<void> {
  await holder.query('select pg_advisory_lock($1, hashtext($2))', [LOCKS, schema])
}

/**
 * Has a read model be nobody's, if it is there: it goes with the next {@link dropLeftScratch} that finds nobody reading in it. A
 * new name waits for no reader.
 */
export async function leave(client: ClientBase, schema: string): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>('select to_regnamespace($1) is not null as there', [
    schemaName(schema),
  ])
  if (rows[0]?.there === true) await client.query(`alter schema ${schemaName(schema)} rename to ${newScratch()}`)
}

/**
 * Throws away, in the client's transaction, what is nobody's, and what killed runs have left: one that lives holds the lock of its
 * read model. What somebody reads stays until the next time: a command of operators may do so for an hour, and whoever waited for
 * it would keep the projector waiting.
 */
export async function dropLeftScratch(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname ~ '^${PREFIX}[0-9a-f]{12}$'`,
  )
  for (const { name } of rows) {
    const { rows: locked } = await client.query<{ idle: boolean }>(
      'select pg_try_advisory_xact_lock($1, hashtext($2)) as idle',
      [LOCKS, name],
    )
    if (locked[0]?.idle === true) await dropUnlessRead(client, name)
  }
}

/** For so long the projector may stand still, in milliseconds. */
const PATIENCE = 100
/** A lock was not to be had for so long. */
const LOCK_NOT_AVAILABLE = '55P03'

async function dropUnlessRead(client: ClientBase, schema: string): Promise<void> {
  await client.query(`savepoint dropping; set local lock_timeout = ${PATIENCE}`)
  try {
    await dropReadModel(client, schema)
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
    await client.query('rollback to savepoint dropping')
  }
  await client.query('set local lock_timeout = default; release savepoint dropping')
}
