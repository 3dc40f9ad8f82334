import { Problem } from '@forecourt/kit/problem.ts'
import { z } from 'zod'
import type { Presented } from './reads.ts'

/** How one page of a list is shown. */
export interface Page<Row> {
  readonly limit: number
  readonly path: string
  /** The query of this page, for the address of the next. */
  readonly parameters: Readonly<Record<string, string | number | undefined>>
  readonly show: (row: Row) => unknown
  /** What the next page begins after. */
  readonly cursor: (last: Row) => readonly string[]
}

/** One page of a list. `rows` has one more than the limit when there is a next page. */
export function pageOf<Row>(rows: readonly Row[], page: Page<Row>): Presented {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    body: shown.map(page.show),
    ...pageEnd(page, rows.length, last === undefined ? undefined : page.cursor(last)),
  }
}

/**
 * Where the next page is, when there is one.
 * @param found rows that were found: one more than the limit when there is a next page
 * @param last what the next page would begin after
 */
export function pageEnd(
  { limit, path, parameters }: Pick<Page<never>, 'limit' | 'path' | 'parameters'>,
  found: number,
  last: readonly string[] | undefined,
): { readonly next?: string } {
  if (last === undefined || found <= limit) return {}
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value))
  query.set('cursor', encodeCursor(last))
  return { next: `${path}?${query.toString()}` }
}

/** When something in a list was made. PostgreSQL knows of no year 0, which a made-up cursor may hold. */
export const PlaceInTime = z.iso.datetime().refine((instant) => instant >= '0001')

/** A place in a list, as opaque text. It names the last row that was shown, so new rows do not shift what follows. */
function encodeCursor(place: readonly string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/**
 * The place that a cursor names; undefined without one.
 * @throws {Problem} 400 `invalid-query` for a text that we did not make
 */
export function decodeCursor<Place extends readonly string[]>(
  cursor: string | undefined,
  place: z.ZodType<Place>,
): Place | undefined {
  if (cursor === undefined) return undefined
  const decoded = place.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()))
  if (decoded.success && encodeCursor(decoded.data) === cursor) return decoded.data
  const message = 'A cursor of this list is expected'
  throw new Problem(400, 'invalid-query', message, { errors: [{ path: 'cursor', message }] })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
