import type { ClientBase, Pool } from 'pg'
import { schemaName } from './schema-name.ts'
import { dropLeftScratch, leave } from './scratch-models.ts'

/** The read model that a rebuild fills beside the live one. */
export const nextOf = (schema: string) => `${schemaName(schema)}_next`
/** The read model that the last rebuild has replaced, kept for a rollback. */
export const previousOf = (schema: string) => `${schemaName(schema)}_previous`

/** Why a read model is kept: another one was made anew, or brought back, in its stead. */
export type SetAside = 'replaced' | 'rolled-back'

/** Notes on a kept read model why it is one: the schema says so itself, so that its note goes with it. */
export async function noteWhy(client: ClientBase, schema: string, why: SetAside): Promise<void> {
  await client.query(`comment on schema ${schemaName(schema)} is '${why}'`)
}

/** Whether the kept read model is newer than the live one: a rollback has put it aside. */
export async function isRolledBack(db: Pool | ClientBase, schema: string): Promise<boolean> {
  const { rows } = await db.query<{ why: string | null }>(
    "select obj_description(to_regnamespace($1), 'pg_namespace') as why",
    [schemaName(schema)],
  )
  const why: SetAside = 'rolled-back'
  return rows[0]?.why === why
}

/** Name space of the advisory locks that say which read models are being built. */
const LOCKS = 727_275

/**
 * Builds a read model while nobody else does.
 * @throws {BeingBuilt} somebody else is at it
 */
export async function whileBuilding<Result>(pool: Pool, schema: string, build: () => Promise<Result>): Promise<Result> {
  const holder = await pool.connect()
  try {
    const { rows } = await holder.query<{ mine: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as mine', [
      LOCKS,
      schema,
    ])
    if (rows[0]?.mine !== true) throw new BeingBuilt(schema)
    try {
      return await build()
    } finally {
      // Whoever is told that it failed may begin again at once. A connection that is lost has given the lock back already.
      await holder.query('select pg_advisory_unlock_all()').catch(() => undefined)
    }
  } finally {
    // Its end gives the lock back, whatever has happened.
    holder.release(true)
  }
}

/** Two rebuilds at once: the later one is refused. */
export class BeingBuilt extends Error {
  override readonly name = 'BeingBuilt'
  constructor(schema: string) {
    super(`another rebuild is filling ${schema}`)
  }
}

/**
 * Throws the read models away that stand beside the live one and are projected by nobody: the kept one, one that a stopped
 * rebuild has left, and those of operators' commands that were killed. Somebody was erased, and they would still show the person.
 * One that is being built comes to the erasure by itself before it is asked; one that a command is at work on goes with it. What
 * somebody reads at this moment is nobody's from now on, and goes when they have done (see `runProjector`).
 */
export async function forgetKept(client: ClientBase, schema: string): Promise<void> {
  await leave(client, previousOf(schema))
  if (await isIdle(client, nextOf(schema))) await leave(client, nextOf(schema))
  await dropLeftScratch(client)
}

/** Whether nobody builds the read model; nobody begins to before the client's transaction ends. */
async function isIdle(client: ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ idle: boolean }>('select pg_try_advisory_xact_lock($1, hashtext($2)) as idle', [
    LOCKS,
    schema,
  ])
  return rows[0]?.idle === true
}

/**
 * Throws away what killed processes have left beside the live read model and an erasure could not: it was being filled then, or
 * was begun while the person's key was there still.
 */
export async function forgetLeftBehind(client: ClientBase, schema: string): Promise<void> {
  if (await isIdle(client, nextOf(schema))) await leaveIfShowingErased(client, schema, nextOf(schema))
  await dropLeftScratch(client)
}

/** Has the read model go if somebody can be read in it of whom the live one says that they were erased: see {@link leave}. */
export async function leaveIfShowingErased(client: ClientBase, live: string, beside: string): Promise<void> {
  const { rows: found } = await client.query<{ there: boolean }>(
    'select to_regclass($1) is not null and to_regclass($2) is not null as there',
    [`${schemaName(live)}.customers`, `${schemaName(beside)}.customers`],
  )
  if (found[0]?.there !== true) return
  const { rows } = await client.query<{ shown: boolean }>(`
    select exists (
      select from ${live}.customers erased join ${beside}.customers shown using (customer_id)
      where erased.is_erased and shown.name is not null
    ) or exists (
      select from ${live}.customers erased join ${beside}.bookings shown using (customer_id)
      where erased.is_erased and shown.contact_name is not null
    ) as shown`)
  if (rows[0]?.shown === true) await leave(client, beside)
}
