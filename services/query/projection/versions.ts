import type { BusinessId } from '@forecourt/domain/ids.ts'
import type { ClientBase } from 'pg'
import { PARTS, type Part, versionColumn } from './parts.ts'
import { changedChannel } from './schema-name.ts'
import type { TableName } from './table.ts'

/** How a tenant's rows have changed. */
export interface Touched {
  /** Position of the last fact that changed one. */
  readonly position: bigint
  /** The same of each part of the rows in which one has changed. */
  readonly parts: ReadonlyMap<Part, bigint>
  readonly tables: ReadonlySet<TableName>
}

const COLUMNS = PARTS.map(versionColumn)

/**
 * Raises the version of each tenant whose rows have changed, and of the parts in which they have, to the position of the event
 * that did it, and says so when the transaction is committed: which tenant, which version, which tables. Nothing of what
 * the rows hold.
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
        select *
        from unnest($1::uuid[], $2::bigint[], $3::json[], ${PARTS.map((_part, index) => `$${index + 5}::bigint[]`).join(', ')})
          as touched (business_id, position, tables, ${COLUMNS.join(', ')})
      ), raised as (
        insert into ${schema}.tenants as tenant (business_id, version, released, ${COLUMNS.join(', ')})
        select business_id, position, $4::integer, ${COLUMNS.map((column) => `coalesce(${column}, 0)`).join(', ')}
        from touched
        on conflict (business_id) do update set
          ${['version', ...COLUMNS].map((column) => `${column} = greatest(tenant.${column}, excluded.${column}),`).join('\n          ')}
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
      ...PARTS.map((part) => touched.map(({ parts }) => parts.get(part) ?? null)),
    ],
  })
}
