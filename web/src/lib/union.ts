/** What lists of one kind of thing are put together by. */
interface Row {
  readonly id: string
  /** An instant. */
  readonly createdAt: string
}

/** When a row was made, in milliseconds: with thousands of them no tap has time to read that again. */
const instants = new WeakMap<Row, number>()

function madeAt(row: Row): number {
  const known = instants.get(row)
  if (known !== undefined) return known
  const instant = Date.parse(row.createdAt)
  instants.set(row, instant)
  return instant
}

/**
 * Several answers as one list, newest first; of what is in more than one the first counts, and what was made in the same
 * instant stays in the server's order. Answers that add nothing to the first one leave it as it is.
 * @param first newest first
 */
export function union<Of extends Row>(first: readonly Of[], ...others: readonly (readonly Of[])[]): readonly Of[] {
  const seen = new Set(first.map(({ id }) => id))
  const more = others.flat().filter(({ id }) => {
    const isNew = !seen.has(id)
    seen.add(id)
    return isNew
  })
  if (more.length === 0) return first
  const all = [...first, ...more]
  return isInOrder(all) ? all : all.toSorted((one, other) => madeAt(other) - madeAt(one))
}

/** Page after page they are: most of the time there is nothing to sort. */
function isInOrder(rows: readonly Row[]): boolean {
  let last = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const instant = madeAt(row)
    if (instant > last) return false
    last = instant
  }
  return true
}
