import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import type { Pool } from 'pg'

/**
 * Which schema the live read model is, whatever it was called before; null when there is none. Whoever looks at it for long
 * asks before and after: tables are known by their names' newest meaning, so that those of a read model that was put in its
 * place meanwhile would be looked at with a view in which they have no rows yet.
 */
export async function liveModel(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ id: string | null }>('select to_regnamespace($1)::oid::text as id', [LIVE])
  return rows[0]?.id ?? null
}
