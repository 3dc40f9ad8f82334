import type { BusinessId } from '@forecourt/domain/ids.ts'
import type { ClientBase } from 'pg'
import { changedChannel } from './schema-name.ts'
import type { TableName } from './table.ts'

/** How a tenant's rows have changed. */
export interface Touched {
  /** Position of the last fact that changed one. */
  readonly position: bigint
  readonly tables: ReadonlySet<TableName>
}

/**
 * Raises the version of each tenant whose rows have changed to the position of the event that did it, and says so when the
 * transaction is committed: which tenant, which version, which tables. Nothing of what the rows hold.
 * @param released the rows have changed without a later event: they have another version all the same
 */
export async function raiseVersions(
  client: ClientBase,
  schema: string,
  tenants: ReadonlyMap<BusinessId, Touched>,
  released = false,
): Promise<void> {
  if (tenants.size === 0) return
  const touched = [...tenants.values()]
  await client.query({
    name: `raise ${schema}`,
    text: `
      with touched as (
        select * from unnest($1::uuid[], $2::bigint[], $3::json[]) as touched (business_id, position, tables)
      ), raised as (
        insert into ${schema}.tenants as tenant (business_id, version, released)
        select business_id, position, $4::integer from touched
        on conflict (business_id) do update set
          version = greatest(tenant.version, excluded.version),
          released = tenant.released + excluded.released
        returning business_id, version, released, generation
      )
      select pg_notify('${changedChannel(schema)}', json_build_object(
        'businessId', business_id,
        'version', version::text,
        'released', released,
        'generation', generation,
        'tables', tables
      )::text)
      from raised join touched using (business_id)`,
    values: [
      [...tenants.keys()],
      touched.map(({ position }) => position),
      touched.map(({ tables }) => JSON.stringify([...tables])),
      released ? 1 : 0,
    ],
  })
}
