import type { Position } from '@forecourt/event-log/port.ts'
import type { OnChange } from '@forecourt/query/projection/apply-batch.ts'
import { TABLES } from '@forecourt/query/projection/table.ts'
import type { Progress } from '../cli/command.ts'
import type { Platform } from '../platform.ts'
import { withScratch } from './scratch.ts'

/** The last event that touched a row. */
export interface Touch {
  readonly type: string
  readonly position: Position
  readonly at: string
}

/** A row of the read model. */
interface Row {
  /** As it is called in SQL. */
  readonly table: string
  readonly key: string
  /** Of the events that touched it only the one there counts. */
  readonly at?: bigint | undefined
}

/**
 * The last event up to the position that touched each of the rows, in the same order. The projection knows which rows an
 * event touches, and nobody else: the log is replayed once more, for all rows together. Undefined where there is none.
 */
export async function lastTouches(
  platform: Platform,
  progress: Progress,
  rows: readonly Row[],
  through: Position,
): Promise<readonly (Touch | undefined)[]> {
  if (rows.length === 0) return []
  const wanted = new Map(rows.map((row) => [nameOf(row), row.at] as const))
  const touches = new Map<string, Touch>()
  const note: OnChange = ({ table, row }, { type, position, metadata, recordedAt }) => {
    const { name, key }: { readonly name: string; readonly key: PropertyKey } = TABLES[table]
    // Whatever changes for a tenant changes the tenant's version.
    const touched = [
      nameOf({ table: name, key: String(Reflect.get(row, key)) }),
      nameOf({ table: 'tenants', key: row.businessId ?? '' }),
    ]
    for (const one of touched) {
      if (!wanted.has(one)) continue
      const only = wanted.get(one)
      if (only === undefined || only === position)
        touches.set(one, { type, position, at: metadata.occurredAt ?? recordedAt.toISOString() })
    }
  }
  await withScratch(platform, progress, through, async () => {}, note)
  return rows.map((row) => touches.get(nameOf(row)))
}

const nameOf = ({ table, key }: Row) => `${table} ${key}`
