import type { ClientBase } from 'pg'
import type { BackedUpTable, Migration } from './manifest.ts'

/**
 * Schemas that hold what is in no event, and the events. The read model is made of the log and the queue of what is due:
 * neither is backed up.
 */
const SCHEMAS = ['log', 'vault', 'public', 'reactions']
/** What the migrations write, and the log's tip, which follows from its events. */
const FOLLOWS = ['public.migrations', 'log.head']

/** The tables that are worth a back-up, with the columns that are stored. */
export async function tablesOf(client: ClientBase): Promise<Pick<BackedUpTable, 'name' | 'columns'>[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any ($1) and not n.nspname || '.' || c.relname = any ($2)
     group by 1
     order by 1`,
    [SCHEMAS, FOLLOWS],
  )
  return rows
}

/** The migrations that the database has had. */
export async function migrationsOf(client: ClientBase): Promise<Migration[]> {
  const { rows } = await client.query<Migration>('select number, name, checksum from public.migrations order by number')
  return rows
}

/** As COPY takes it. Names come from the catalogue or from a checked manifest: small letters and underscores alone. */
export const copied = ({ name, columns }: Pick<BackedUpTable, 'name' | 'columns'>): string =>
  `${name} (${columns.join(', ')})`
