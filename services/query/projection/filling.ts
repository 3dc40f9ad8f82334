import { type Position, parsePosition, type TenantPlace } from '@forecourt/event-log/port.ts'
import type { ClientBase, Pool } from 'pg'
import { START } from './start.ts'
import { inTransaction } from './transaction.ts'

/** How far a read model is that is being filled tenant after tenant: kept in its own schema until it is full. */
export interface Filling {
  /** Up to which position of the log it is filled. */
  readonly upTo: Position
  /** Up to where its rows have come. */
  readonly place: TenantPlace
}

/** Begins to fill a bare read model, or goes on with what was begun; then with the position of that time. */
export async function beginFilling(pool: Pool, schema: string, upTo: Position): Promise<Filling> {
  return await inTransaction(pool, async (client) => {
    await client.query(`
      create table if not exists ${schema}.filling (
        one boolean primary key default true check (one),
        up_to bigint not null,
        tenant text not null,
        position bigint not null
      );
      -- What an earlier version has begun does not say how many events it took.
      alter table ${schema}.filling add column if not exists events bigint not null default 0`)
    await client.query(
      `insert into ${schema}.filling (up_to, tenant, position) values ($1, '', $2) on conflict do nothing`,
      [upTo, START],
    )
    const { rows } = await client.query<{ up_to: string; tenant: string; position: string }>(
      `select up_to, tenant, position from ${schema}.filling`,
    )
    const [found] = rows
    const [end, position] = [parsePosition(found?.up_to ?? ''), parsePosition(found?.position ?? '')]
    if (found === undefined || end === undefined || position === undefined) {
      throw new Error(`${schema} does not say how far it is filled`)
    }
    return { upTo: end, place: { tenant: found.tenant, position } }
  })
}

/**
 * Notes how far the rows of this transaction go.
 * @param events how many events lie between the two places
 * @returns false when somebody else has noted another place since
 */
export async function moveFilling(
  client: ClientBase,
  schema: string,
  from: TenantPlace,
  through: TenantPlace,
  events: number,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: `fill ${schema}`,
    text: `
      update ${schema}.filling set tenant = $3, position = $4, events = events + $5
      where tenant = $1 and position = $2`,
    values: [from.tenant, from.position, through.tenant, through.position, events],
  })
  return rowCount === 1
}

/** It is full. */
export async function endFilling(client: ClientBase, schema: string): Promise<void> {
  await client.query(`drop table ${schema}.filling`)
}

/** How many events the rows are made of, in a read model that is being filled so; undefined when it is not. */
export async function filledSoFar(
  pool: Pool,
  schema: string,
): Promise<{ readonly events: bigint; readonly upTo: bigint } | undefined> {
  const { rows: found } = await pool.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${schema}.filling`,
  ])
  if (found[0]?.there !== true) return undefined
  // As a document, for what an earlier version has begun has no such column.
  const { rows } = await pool.query<{ events: string; up_to: string }>(
    `select coalesce(to_jsonb(filling) ->> 'events', '0') as events, up_to from ${schema}.filling`,
  )
  return rows[0] && { events: BigInt(rows[0].events), upTo: BigInt(rows[0].up_to) }
}
