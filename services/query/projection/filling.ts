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
      )`)
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

/** Notes how far the rows of this transaction go. False: somebody else has noted another place since. */
export async function moveFilling(
  client: ClientBase,
  schema: string,
  from: TenantPlace,
  through: TenantPlace,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: `fill ${schema}`,
    text: `update ${schema}.filling set tenant = $3, position = $4 where tenant = $1 and position = $2`,
    values: [from.tenant, from.position, through.tenant, through.position],
  })
  return rowCount === 1
}

/** It is full. */
export async function endFilling(client: ClientBase, schema: string): Promise<void> {
  await client.query(`drop table ${schema}.filling`)
}
