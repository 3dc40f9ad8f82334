import { schemaName } from '@forecourt/query/projection/schema-name.ts'
import { sqlName, TABLES } from '@forecourt/query/projection/table.ts'
import type { ClientBase } from 'pg'

/** A row that the two read models do not have alike. Null: it is not in that one. */
export interface RowDifference {
  readonly table: string
  readonly key: string
  readonly live: Row | null
  readonly replayed: Row | null
}

type Row = Readonly<Record<string, unknown>>

/** A read model, and the connection through which it is seen. */
export interface Side {
  readonly client: ClientBase
  readonly schema: string
}

/** Tables and the column that tells their rows apart. */
const COMPARED = [
  ...Object.values(TABLES).map(({ name, key }) => ({ name, key: sqlName(key) })),
  { name: 'tenants', key: 'business_id' },
]

/** What a comparison found. */
export interface Compared {
  readonly differences: readonly RowDifference[]
  /** How many rows differ besides these, at least. */
  readonly further: number
}

/** Rows are hashed in so many heaps, so that one row that differs does not make all of its table be read. */
const HEAPS = 4_096
/** So many differences of a table are worth reading. Each heap that is not looked into any more has one at least. */
const ENOUGH = 100

/**
 * Compares all rows of two read models: hashes first, and the rows themselves only where these differ. How often parked
 * streams were released is left out, because a replay has none, and so is the generation, which is each one's own.
 * @returns the differences, at most 100 of each table, and how many more there are at least
 */
export async function compareRows(live: Side, replayed: Side): Promise<Compared> {
  const differences: RowDifference[] = []
  let further = 0
  for (const { name, key } of COMPARED) {
    const [a, b] = await Promise.all([heapsOf(live, name, key), heapsOf(replayed, name, key)])
    const heaps = [...new Set([...a.keys(), ...b.keys()])].filter((heap) => a.get(heap) !== b.get(heap))
    const found: RowDifference[] = []
    for (const [looked, heap] of heaps.entries()) {
      if (found.length >= ENOUGH) {
        further += heaps.length - looked
        break
      }
      const [one, other] = await Promise.all([rowsOf(live, name, key, heap), rowsOf(replayed, name, key, heap)])
      for (const id of new Set([...one.keys(), ...other.keys()])) {
        const [mine, theirs] = [one.get(id) ?? null, other.get(id) ?? null]
        if (JSON.stringify(mine) !== JSON.stringify(theirs)) {
          found.push({ table: name, key: id, live: mine, replayed: theirs })
        }
      }
    }
    differences.push(...found.slice(0, ENOUGH))
    further += Math.max(0, found.length - ENOUGH)
  }
  return { differences, further }
}

const CONTENT = `to_jsonb(t) - '{released,generation}'::text[]`
const HASH = `concat_ws('/', count(*), sum(hashtextextended((${CONTENT})::text, 0)::numeric),
  sum(hashtextextended((${CONTENT})::text, 1)::numeric))`
const heapOf = (key: string) => `(hashtextextended(${key}::text, 0) & ${HEAPS - 1})`

async function heapsOf({ client, schema }: Side, table: string, key: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ heap: string; hash: string }>(`
    select ${heapOf(key)}::text as heap, ${HASH} as hash
    from ${schemaName(schema)}.${table} t
    group by 1`)
  return new Map(rows.map(({ heap, hash }) => [heap, hash]))
}

/** What each table of a read model holds, as a short text: two that hold the same rows have the same. */
export async function fingerprintsOf({ client, schema }: Side): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { name } of COMPARED) {
    const { rows } = await client.query<{ hash: string }>(`select ${HASH} as hash from ${schemaName(schema)}.${name} t`)
    found[name] = rows[0]?.hash ?? ''
  }
  return found
}

async function rowsOf({ client, schema }: Side, table: string, key: string, heap: string): Promise<Map<string, Row>> {
  const { rows } = await client.query<{ key: string; content: Row }>(
    `select ${key}::text as key, ${CONTENT} as content from ${schemaName(schema)}.${table} t where ${heapOf(key)} = $1`,
    [heap],
  )
  return new Map(rows.map((row) => [row.key, row.content]))
}

/** The members in which the two rows differ, with both values. */
export function membersThatDiffer({ live, replayed }: RowDifference): (readonly [string, unknown, unknown])[] {
  const names = new Set([...Object.keys(live ?? {}), ...Object.keys(replayed ?? {})])
  return [...names].flatMap((name) => {
    const [a, b] = [live?.[name], replayed?.[name]]
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [[name, a, b] as const]
  })
}
