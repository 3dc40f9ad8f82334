import { z } from 'zod'
import type { Body } from './bodies.ts'
import { type Page, pageEnd } from './pages.ts'

/** A row of a list within the body that shows it. */
export interface Piece {
  /** Of the row that is shown. */
  readonly version: string
  /** Where it stands in the body's bytes. */
  readonly from: number
  readonly to: number
  /** What the next page would begin after. */
  readonly cursor: readonly string[]
}

/** A page of a list of which a row changes at a time. What is shown of one follows from its columns alone, whatever the day. */
export interface PageOfPieces<Row> extends Page<Row> {
  /** What the query calls the row (`row_key`). */
  readonly key: (row: Row) => string
  /** The version that it is in (`row_version`): another one whenever anything that is shown of it is. */
  readonly version: (row: Row) => string
}

/** What a body is made of. */
export interface Pieces {
  /** The read model that the rows are of: their versions say nothing of another's. */
  readonly generation: string
  /** By what the query calls them. */
  readonly byKey: ReadonlyMap<string, Piece>
}

const [OPEN, COMMA, CLOSE, EMPTY] = [Buffer.from('['), Buffer.from(','), Buffer.from(']'), Buffer.from('[]')]

/**
 * The query of a list, asked only for what has changed: a row that the caller has in its present version comes without its
 * columns. `$4 -> 'known'` has the versions by key.
 */
export const changedOf = (query: string): string => `
  select
    answer.row_key as key,
    answer.row_version as version,
    case when answer.row_version is distinct from ($4 #>> array['known', answer.row_key]) then row_to_json(answer) end as row
  from (${query}) answer`

/** What {@link changedOf} answers for each row, in the list's order. */
export const UncheckedRow = z.object({ key: z.string(), version: z.string(), row: z.unknown() })

/** A row of a list; without its columns when the caller has it in this version. */
export interface ChangedRow<Row> {
  readonly key: string
  readonly version: string
  readonly row: Row | null
}

/** Rows that were all read, as {@link changedOf} would give them to somebody who has none. */
export const allChanged = <Row>(rows: readonly Row[], { key, version }: PageOfPieces<Row>): ChangedRow<Row>[] =>
  rows.map((row) => ({ key: key(row), version: version(row), row }))

/** The versions of rows, as {@link changedOf} compares them. */
export const versionsIn = ({ byKey }: Pieces): Record<string, string> =>
  Object.fromEntries(byKey.entries().map(([key, { version }]) => [key, version]))

/**
 * The body of a page: what has changed is shown anew, the rest is taken out of the body before, byte for byte.
 * @param rows one more than the page's limit when there is a next page
 * @param before has all rows that come without their columns
 */
export function assembled<Row>(
  rows: readonly ChangedRow<Row>[],
  page: PageOfPieces<Row>,
  generation: string,
  before?: Body,
): Omit<Body, 'tag'> {
  const parts: Buffer[] = []
  const byKey = new Map<string, Piece>()
  let from = OPEN.length
  for (const { key, version, row } of rows.slice(0, page.limit)) {
    const { bytes, cursor } = row === null ? pieceOf(before, key) : shownBy(page, row)
    const to = from + bytes.length
    byKey.set(key, { version, from, to, cursor })
    parts.push(parts.length === 0 ? OPEN : COMMA, bytes)
    from = to + COMMA.length
  }
  const bytes = parts.length === 0 ? EMPTY : Buffer.concat([...parts, CLOSE])
  const pieces = { generation, byKey }
  return { bytes, pieces, ...pageEnd(page, rows.length, [...byKey.values()].at(-1)?.cursor) }
}

interface Shown {
  readonly bytes: Buffer
  readonly cursor: readonly string[]
}

const shownBy = <Row>({ show, cursor }: PageOfPieces<Row>, row: Row): Shown => ({
  bytes: Buffer.from(JSON.stringify(show(row))),
  cursor: cursor(row),
})

function pieceOf(before: Body | undefined, key: string): Shown {
  const piece = before?.pieces?.byKey.get(key)
  if (before === undefined || piece === undefined)
    throw new Error(`${key} came without its columns to a body without it`)
  return { bytes: before.bytes.subarray(piece.from, piece.to), cursor: piece.cursor }
}
