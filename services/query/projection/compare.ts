import type { ClientBase, Pool } from 'pg'
import { schemaName } from './schema-name.ts'
import { sqlName, TABLES } from './table.ts'

/** A row that the two read models do not have alike. Null: it is not in that one. */
export interface RowDifference {
  readonly table: string
  readonly key: string
  readonly live: Row | null
  readonly replayed: Row | null
}

type Row = Readonly<Record<string, unknown>>

/** A read model, and the connection through which it is seen. */
interface Side {
  readonly client: ClientBase
  readonly schema: string
}

/**
 * Tables and the column that tells their rows apart. The alarm's own tables are not among them: which of two bookings that
 * overlap has its period entered, and whether one that overlapped once is still recorded, depends on when who watched.
 */
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

/** Rows are hashed into so many buckets, so that one row that differs does not make all of its table be read. */
const BUCKETS = 4_096
/** So many differences of a table are worth reading. Each bucket that is not looked into any more has one at least. */
const ENOUGH = 100

/** Hears how many of the tables are compared, often; what it throws ends the comparison. */
export type OnCompared = (tables: number, all: number) => void

/**
 * Compares all rows of two read models: hashes first, and the rows themselves only where these differ. How often parked
 * streams were released is left out, because a replay has none, and so is the generation, which is each one's own.
 * @returns the differences, at most 100 of each table, and how many more there are at least
 */
export async function compareRows(live: Side, replayed: Side, onCompared: OnCompared = () => {}): Promise<Compared> {
  const differences: RowDifference[] = []
  let further = 0
  for (const [done, table] of COMPARED.entries()) {
    const heed = () => onCompared(done, COMPARED.length)
    const found = await compareTable(live, replayed, table, heed)
    differences.push(...found.differences)
    further += found.further
  }
  return { differences, further }
}

/** All differences of two read models of one database. */
export async function compareReadModels(pool: Pool, live: string, replayed: string): Promise<readonly RowDifference[]> {
  const client = await pool.connect()
  try {
    return (await compareRows({ client, schema: live }, { client, schema: replayed })).differences
  } finally {
    client.release()
  }
}

interface Comparable {
  readonly name: string
  readonly key: string
}

async function compareTable(live: Side, replayed: Side, table: Comparable, heed: () => void): Promise<Compared> {
  heed()
  const [a, b] = await Promise.all([bucketsOf(live, table), bucketsOf(replayed, table)])
  const buckets = [...new Set([...a.keys(), ...b.keys()])].filter((bucket) => a.get(bucket) !== b.get(bucket))
  const found: RowDifference[] = []
  let unread = 0
  for (const [looked, bucket] of buckets.entries()) {
    heed()
    if (found.length >= ENOUGH) {
      unread = buckets.length - looked
      break
    }
    const [one, other] = await Promise.all([rowsOf(live, table, bucket), rowsOf(replayed, table, bucket)])
    for (const key of new Set([...one.keys(), ...other.keys()])) {
      const [mine, theirs] = [one.get(key), other.get(key)]
      // Compared as text: a number may be longer than a program can count.
      if (mine?.text === theirs?.text) continue
      found.push({ table: table.name, key, live: mine?.content ?? null, replayed: theirs?.content ?? null })
    }
  }
  return { differences: found.slice(0, ENOUGH), further: unread + Math.max(0, found.length - ENOUGH) }
}

const CONTENT = `to_jsonb(t) - '{released,generation}'::text[]`
const HASH = `concat_ws('/', count(*), sum(hashtextextended((${CONTENT})::text, 0)::numeric),
  sum(hashtextextended((${CONTENT})::text, 1)::numeric))`
const bucketOf = (key: string) => `(hashtextextended(${key}::text, 0) & ${BUCKETS - 1})`

async function bucketsOf({ client, schema }: Side, { name, key }: Comparable): Promise<Map<string, string>> {
  const { rows } = await client.query<{ bucket: string; hash: string }>(`
    select ${bucketOf(key)}::text as bucket, ${HASH} as hash
    from ${schemaName(schema)}.${name} t
    group by 1`)
  return new Map(rows.map(({ bucket, hash }) => [bucket, hash]))
}

interface Found {
  readonly text: string
  readonly content: Row
}

async function rowsOf(
  { client, schema }: Side,
  { name, key }: Comparable,
  bucket: string,
): Promise<Map<string, Found>> {
  const { rows } = await client.query<Found & { readonly key: string }>(
    `select ${key}::text as key, (${CONTENT})::text as text, ${CONTENT} as content
     from ${schemaName(schema)}.${name} t
     where ${bucketOf(key)} = $1`,
    [bucket],
  )
  return new Map(rows.map((row) => [row.key, row]))
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

/** The members in which the two rows differ, with both values. */
export function membersThatDiffer({ live, replayed }: RowDifference): (readonly [string, unknown, unknown])[] {
  const names = new Set([...Object.keys(live ?? {}), ...Object.keys(replayed ?? {})])
  return [...names].flatMap((name) => {
    const [a, b] = [live?.[name], replayed?.[name]]
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [[name, a, b] as const]
  })
}
