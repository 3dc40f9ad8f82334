import pg, { type ClientBase, type CustomTypesConfig } from 'pg'
import type { ToldFact } from './facts.ts'
import { figuresNeededBy } from './figures.ts'
import { rowsNeededBy } from './needs.ts'
import { FIGURES, NOUNS, type RowOf, sqlName, TABLE_NAMES, TABLES, type TableName } from './table.ts'
import { together } from './transaction.ts'
import { WorkingRows } from './working-rows.ts'

/** Loads the rows that the facts of a batch are about, then the figures that these bear on. */
export async function loadRows(client: ClientBase, schema: string, facts: readonly ToldFact[]): Promise<WorkingRows> {
  const rows = new WorkingRows()
  const needs = rowsNeededBy(facts)
  const load = async (table: TableName, column: string, ids: ReadonlySet<string>): Promise<void> => {
    if (ids.size > 0) rows.load(table, await rowsBy(client, schema, table, column, ids))
  }
  await Promise.all([
    ...NOUNS.map((table) => load(table, TABLES[table].key, needs[table])),
    load('bookings', 'customerId', needs.bookingsOf),
  ])
  const figures = figuresNeededBy(facts, rows)
  await Promise.all(FIGURES.map((table) => load(table, TABLES[table].key, figures[table])))
  return rows
}

async function rowsBy<Name extends TableName>(
  client: ClientBase,
  schema: string,
  table: Name,
  by: string,
  ids: ReadonlySet<string>,
): Promise<RowOf<Name>[]> {
  const { name, columns }: { readonly name: string; readonly columns: Readonly<Record<string, string>> } = TABLES[table]
  const names = Object.keys(columns)
  const { rows } = await client.query<unknown[]>({
    text: `
      select ${names.map(sqlName).join(', ')}
      from ${schema}.${name}
      where ${sqlName(by)} = any ($1::${typeOf(columns[by] ?? 'text')}[])`,
    values: [[...ids]],
    rowMode: 'array',
    types: AS_WRITTEN,
  })
  // The projector alone writes this schema, and it writes nothing but rows of this type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return rows.map((row) => Object.fromEntries(names.map((key, index) => [key, row[index]])) as unknown as RowOf<Name>)
}

/** Writes what the batch has changed: one statement a table. */
export async function saveRows(client: ClientBase, schema: string, rows: WorkingRows): Promise<void> {
  await together(
    TABLE_NAMES.map(async (table) => {
      const changed = rows.changed(table)
      if (changed.length > 0) await upsert(client, schema, table, changed)
    }),
  )
}

async function upsert<Name extends TableName>(
  client: ClientBase,
  schema: string,
  table: Name,
  rows: readonly RowOf<Name>[],
): Promise<void> {
  const { name, key, columns }: { name: string; key: string; columns: Readonly<Record<string, string>> } = TABLES[table]
  const names = Object.keys(columns)
  const types = Object.values(columns).map(typeOf)
  const others = names.filter((column) => column !== key).map(sqlName)
  await client.query({
    name: `save ${schema}.${name}`,
    text: `
      insert into ${schema}.${name} (${names.map(sqlName).join(', ')})
      select * from unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})
      on conflict (${sqlName(key)}) do update set ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    values: names.map((column) => rows.map((row): unknown => Reflect.get(row, column))),
  })
}

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
