import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import { dropReadModel } from './schema.ts'

/** Read models that a command of operators fills to ask them, and removes at its end. One that is killed leaves its own behind. */

const PREFIX = 'scratch_'
/** Name space of the advisory locks that say which scratch read models are in use. */
const LOCKS = 727_274

/** A name that no other scratch read model has. */
export const newScratch = (): string => `${PREFIX}${randomBytes(6).toString('hex')}`

/** Has the scratch read model be left alone by everybody else for as long as the connection lasts. */
export async function holdScratch(holder: ClientBase, schema: string): Promise<void> {
  await holder.query('select pg_advisory_lock($1, hashtext($2))', [LOCKS, schema])
}

/** Throws away, in the client's transaction, what killed runs have left: one that lives holds the lock of its read model. */
export async function dropLeftScratch(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname ~ '^${PREFIX}[0-9a-f]{12}$'`,
  )
  for (const { name } of rows) {
    const { rows: locked } = await client.query<{ idle: boolean }>(
      'select pg_try_advisory_xact_lock($1, hashtext($2)) as idle',
      [LOCKS, name],
    )
    if (locked[0]?.idle === true) await dropReadModel(client, name)
  }
}
