import { type Position, parsePosition } from '@forecourt/event-log/port.ts'
import type { ClientBase, Pool } from 'pg'
import { MODEL } from './schema.ts'

export interface ProjectedTo {
  readonly position: Position
  /** Number of the read model's shape that the rows have. */
  readonly model: number
}

/** Up to where the schema's rows have come. Undefined when there is no such read model. */
export async function readCheckpoint(db: Pool | ClientBase, schema: string): Promise<ProjectedTo | undefined> {
  const { rows: found } = await db.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${schema}.checkpoint`,
  ])
  if (found[0]?.there !== true) return undefined
  const { rows } = await db.query<{ position: string; model: number }>(
    `select position, model from ${schema}.checkpoint`,
  )
  const position = parsePosition(rows[0]?.position ?? '')
  if (rows[0] === undefined || position === undefined) throw new Error(`${schema} has no checkpoint`)
  return { position, model: rows[0].model }
}

/**
 * Moves the checkpoint if it is still where this runner left it, and holds it until the transaction ends. False: another
 * runner has moved it, and nothing of this transaction may be kept.
 */
export async function moveCheckpoint(
  client: ClientBase,
  schema: string,
  from: Position,
  to: Position,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: `move ${schema}`,
    text: `update ${schema}.checkpoint set position = $2 where position = $1 and model = $3`,
    values: [from, to, MODEL],
  })
  return rowCount === 1
}

/** Holds the checkpoint where it is until the transaction ends: no batch can be committed meanwhile. */
export async function holdCheckpoint(client: ClientBase, schema: string): Promise<Position> {
  const { rows } = await client.query<{ position: string }>(`select position from ${schema}.checkpoint for update`)
  const position = parsePosition(rows[0]?.position ?? '')
  if (position === undefined) throw new Error(`${schema} has no checkpoint`)
  return position
}
