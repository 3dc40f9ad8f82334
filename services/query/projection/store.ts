import {
  booleanArray,
  dateArray,
  instantArray,
  intArray,
  textArray,
  uuidArray,
  wholeArray,
} from '@forecourt/event-log/postgres/binary-array.ts'
import pg, { type ClientBase, type CustomTypesConfig } from 'pg'
import type { ToldFact } from './facts.ts'
import { figuresNeededBy } from './figures.ts'
import { rowsNeededBy } from './needs.ts'
import { FIGURES, NOUNS, type RowOf, sqlName, TABLE_NAMES, TABLES, type TableName } from './table.ts'
import { atOnce, together } from './transaction.ts'
import { WorkingRows } from './working-rows.ts'

/**
 * Loads the rows that the facts of a batch are about, then the figures that these bear on: those that are not among `rows`.
 * @returns `rows`
 */
export async function loadRows(
  client: ClientBase,
  schema: string,
  facts: readonly ToldFact[],
  rows = new WorkingRows(),
): Promise<WorkingRows> {
  const needs = rowsNeededBy(facts)
  const load = async (table: TableName, column: string, ids: readonly string[]): Promise<void> => {
    if (ids.length > 0) rows.load(table, await rowsBy(client, schema, table, column, ids))
  }
  const loadById = async (table: TableName, ids: ReadonlySet<string>): Promise<void> => {
    const unknown = [...ids].filter((id) => rows.find(table, id) === undefined)
    await load(table, TABLES[table].key, unknown)
  }
  await Promise.all([
    ...NOUNS.map((table) => loadById(table, needs[table])),
    load('bookings', 'customerId', [...needs.bookingsOf]),
  ])
  const figures = figuresNeededBy(facts, rows)
  await atOnce(client, () => Promise.all(FIGURES.map((table) => loadById(table, figures[table]))))
  return rows
}

/** The rows of these customers, and those of all of their bookings. */
export async function loadCustomers(client: ClientBase, schema: string, ids: readonly string[]) {
  const [customers, bookings] = await Promise.all([
    rowsBy(client, schema, 'customers', 'customerId', ids),
    rowsBy(client, schema, 'bookings', 'customerId', ids),
  ])
  return { customers, bookings }
}

async function rowsBy<Name extends TableName>(
  client: ClientBase,
  schema: string,
  table: Name,
  by: string,
  ids: readonly string[],
): Promise<RowOf<Name>[]> {
  const { name, columns }: { readonly name: string; readonly columns: Readonly<Record<string, string>> } = TABLES[table]
  const names = Object.keys(columns)
  const type = typeOf(columns[by] ?? 'text')
  const { rows } = await client.query<unknown[]>({
    text: `
      select ${names.map(sqlName).join(', ')}
      from ${schema}.${name}
      where ${sqlName(by)} = any ($1::${type}[])`,
    values: [arrayOf(type, ids)],
    rowMode: 'array',
    types: AS_WRITTEN,
  })
  return rows.map((values) => {
    // All in the same order, so that rows are of one shape to the engine.
    const row: Record<string, unknown> = {}
    for (const [index, key] of names.entries()) row[key] = values[index]
    // The projector alone writes this schema, and it writes nothing but rows of this type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return row as unknown as RowOf<Name>
  })
}

/** Most rows of a statement: beyond it, parameters only need more memory. */
const AT_ONCE = 4_000

/**
 * Of which rows it is known that none is stored already, so that they need only be added: of all, of the lines of history (for
 * which a bare read model has no key yet), or of none.
 */
export type Added = 'all' | 'history' | 'none'

/** Writes what a batch has changed: one statement a table, when they are not very many. */
export async function saveRows(client: ClientBase, schema: string, rows: WorkingRows, added: Added): Promise<void> {
  await together(
    TABLE_NAMES.map(async (table) => {
      const changed = rows.changed(table)
      for (let from = 0; from < changed.length; from += AT_ONCE) {
        const some = changed.slice(from, from + AT_ONCE)
        await save(client, schema, table, some, added === 'all' || (added === 'history' && table === 'bookingHistory'))
      }
    }),
  )
}

async function save<Name extends TableName>(
  client: ClientBase,
  schema: string,
  table: Name,
  rows: readonly RowOf<Name>[],
  onlyAdd: boolean,
): Promise<void> {
  const { name, key, columns }: { name: string; key: string; columns: Readonly<Record<string, string>> } = TABLES[table]
  const names = Object.keys(columns)
  const types = Object.values(columns).map(typeOf)
  const others = names.filter((column) => column !== key).map(sqlName)
  const change = `
      on conflict (${sqlName(key)}) do update set ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`
  await client.query({
    name: `${onlyAdd ? 'add' : 'save'} ${schema}.${name}`,
    text: `
      insert into ${schema}.${name} (${names.map(sqlName).join(', ')})
      select * from unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})${onlyAdd ? '' : change}`,
    values: names.map((column, index) =>
      arrayOf(
        types[index] ?? 'text',
        rows.map((row): unknown => Reflect.get(row, column)),
      ),
    ),
  })
}

/**
 * Binary parameters: a batch of wide rows is tens of thousands of values, and quoting them here and parsing them there was
 * a third of what the projection cost.
 * @throws {NotOfItsType} a value is none of this type
 */
function arrayOf(type: string, values: readonly unknown[]): Buffer {
  const encode = ARRAYS[type]
  if (encode === undefined) throw new Error(`no column has the type ${type}`)
  return encode(values)
}

// Rows hold what their table's columns say (table.ts): text for everything but these.
// oxlint-disable typescript/no-unsafe-type-assertion
const ARRAYS: Readonly<Record<string, (values: readonly unknown[]) => Buffer>> = {
  text: (values) => textArray(values as readonly (string | null)[]),
  uuid: (values) => uuidArray(values as readonly (string | null)[]),
  date: (values) => dateArray(values as readonly (string | null)[]),
  timestamptz: (values) => instantArray(values as readonly (string | null)[]),
  boolean: (values) => booleanArray(values as readonly (boolean | null)[]),
  integer: (values) => intArray(values as readonly (number | null)[]),
  bigint: (values) => wholeArray(values as readonly (number | null)[]),
}
// oxlint-enable typescript/no-unsafe-type-assertion

/** `timestamptz(3) not null` → `timestamptz`. */
function typeOf(column: string): string {
  return column.replace(/(\(| not null| collate).*/, '')
}

/** Values come back as facts wrote them: days and instants as text, pence as numbers (they fit: see `Pence`). */
const AS_WRITTEN: CustomTypesConfig = {
  getTypeParser: (oid, format) => PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format),
}
const PARSERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, (text: string) => text],
  [pg.types.builtins.TIMESTAMPTZ, (text: string) => new Date(text).toISOString()],
])
