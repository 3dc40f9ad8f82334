import type { Pool } from 'pg'
import { schemaName } from './schema-name.ts'
import { sqlName, TABLES } from './table.ts'

/** A row that two read models do not have alike. Null: it is missing on that side. */
export interface Difference {
  readonly table: string
  readonly key: string
  readonly a: Readonly<Record<string, unknown>> | null
  readonly b: Readonly<Record<string, unknown>> | null
}

const KEYS = [
  ...Object.values(TABLES).map(({ name, key }) => ({ name, key: sqlName(key) })),
  { name: 'tenants', key: 'business_id' },
]

/** How many differences are worth reading. */
const ENOUGH = 100

/**
 * Compares two read models row by row: every column of every table, and the tenants' versions. How often parked streams
 * were released is left out, because a rebuild has none, and so is the generation, which is each one's own.
 */
export async function compareReadModels(pool: Pool, a: string, b: string): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const { name, key } of KEYS) {
    const { rows } = await pool.query<{ key: string; a: Difference['a']; b: Difference['b'] }>(`
      select coalesce(one.key, other.key) as key, one.content as a, other.content as b
      from (select ${key}::text as key, to_jsonb(t) - '{released,generation}'::text[] as content from ${schemaName(a)}.${name} t) one
      full join (select ${key}::text as key, to_jsonb(t) - '{released,generation}'::text[] as content from ${schemaName(b)}.${name} t) other
        on one.key = other.key
      where one.content is distinct from other.content
      order by 1
      limit ${ENOUGH}`)
    differences.push(...rows.map((row) => ({ table: name, ...row })))
  }
  return differences
}
