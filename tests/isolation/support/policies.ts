import pg from 'pg'

/** A table whose rows belong to businesses. */
interface Owned {
  readonly name: string
  readonly enabled: boolean
  readonly forced: boolean
}

/**
 * What is wrong with row-level security (SECURITY rule 3), in words: looked at from the role with which the query service
 * connects, so that what counts is which rows it sees and not what the policies say.
 * @param pool of the owner
 * @param queryUrl how the query service connects
 * @param tenants businesses that have rows
 */
export async function faultsOfPolicies(pool: pg.Pool, queryUrl: string, tenants: readonly string[]): Promise<string[]> {
  const { rows: tables } = await pool.query<Owned>(`
    select relname as name, relrowsecurity as enabled, relforcerowsecurity as forced
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attname = 'business_id'
    where relnamespace = 'read'::regnamespace and relkind = 'r'
    order by relname`)
  const { rows: views } = await pool.query<{ name: string }>(`
    select relname as name
    from pg_class
    where relnamespace = 'read'::regnamespace and relkind in ('v', 'm')
      and not coalesce('security_invoker=true' = any (reloptions), false)`)
  const faults = [
    ...tables.filter(({ enabled, forced }) => !(enabled && forced)).map(({ name }) => `${name}: not forced`),
    ...views.map(({ name }) => `${name}: a view with its owner's rights`),
  ]
  const client = new pg.Client(queryUrl)
  await client.connect()
  try {
    for (const { name } of tables) {
      const there = await rowsByTenant(pool, name)
      const unset = await seen(client, name, undefined)
      if (unset.size > 0) faults.push(`${name}: rows of ${unset.size} tenants are seen when none is set`)
      for (const tenant of tenants) {
        const rows = await seen(client, name, tenant)
        if ([...rows.keys()].some((other) => other !== tenant)) faults.push(`${name}: another tenant's rows are seen`)
        if (rows.get(tenant) !== there.get(tenant)) faults.push(`${name}: own rows are not seen`)
      }
    }
  } finally {
    await client.end()
  }
  return faults
}

const COUNT = (table: string) =>
  `select business_id::text as tenant, count(*)::integer as rows from read.${pg.escapeIdentifier(table)} group by 1`

type Counted = { tenant: string; rows: number }

async function rowsByTenant(pool: pg.Pool, table: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<Counted>(COUNT(table))
  return new Map(rows.map((row) => [row.tenant, row.rows]))
}

/** How many rows of whom the role sees with this tenant set. */
async function seen(client: pg.Client, table: string, tenant: string | undefined): Promise<Map<string, number>> {
  await client.query('begin')
  try {
    if (tenant !== undefined) await client.query(`select set_config('forecourt.tenant', $1, true)`, [tenant])
    const { rows } = await client.query<Counted>(COUNT(table))
    return new Map(rows.map((row) => [row.tenant, row.rows]))
  } finally {
    await client.query('rollback')
  }
}
