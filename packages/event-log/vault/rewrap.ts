import type { KeyObject } from 'node:crypto'
import type { Connection } from './departures.ts'
import { unwrap, wrap } from './master-key.ts'

/** How far the replacing of a master key has come. */
export interface Rewrapped {
  /** People whose key was looked at. */
  readonly seen: number
  /** Those whose key was wrapped by the other master key, and is now by the present one. */
  readonly rewrapped: number
  /** Those whose key neither of the two opens: nothing was changed. */
  readonly shut: number
}

/** People of one statement. */
const PAGE = 500

interface Row {
  readonly subject_id: string
  readonly wrapped_key: Buffer
}

/**
 * Wraps with the present master key whatever the other one has wrapped, page by page, while everybody works: a row that
 * changes meanwhile is left to whoever changed it, and who appends with the old wrapping is told the new one. What is done
 * stays done, so that a run that was stopped is simply begun again.
 * @returns how far it has come, after each page
 */
export async function* rewrap(
  database: Connection,
  { present, other }: { readonly present: KeyObject; readonly other: KeyObject | undefined },
  page = PAGE,
): AsyncGenerator<Rewrapped> {
  let after = '00000000-0000-0000-0000-000000000000'
  let total = { seen: 0, rewrapped: 0, shut: 0 }
  for (;;) {
    const { rows } = await database.query<Row>(
      'select subject_id, wrapped_key from vault.people where subject_id > $1 order by subject_id limit $2',
      [after, page],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.subject_id
    const closed = rows.filter((row) => opened(present, row) === undefined)
    const found = closed.flatMap((row) => {
      const key = other && opened(other, row)
      return key === undefined ? [] : [{ ...row, new_key: wrap(present, row.subject_id, key) }]
    })
    const { rowCount } = await database.query(
      `update vault.people p set wrapped_key = n.new_key
       from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as n (subject_id, old_key, new_key)
       where p.subject_id = n.subject_id and p.wrapped_key = n.old_key`,
      [found.map((row) => row.subject_id), found.map((row) => row.wrapped_key), found.map((row) => row.new_key)],
    )
    total = {
      seen: total.seen + rows.length,
      rewrapped: total.rewrapped + (rowCount ?? 0),
      shut: total.shut + closed.length - found.length,
    }
    yield total
  }
}

/** The person's key; undefined when another master key has wrapped it. */
function opened(masterKey: KeyObject, { subject_id, wrapped_key }: Row): KeyObject | undefined {
  try {
    return unwrap(masterKey, subject_id, wrapped_key)
  } catch {
    return undefined
  }
}
