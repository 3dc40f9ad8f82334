/** A cell of a table: null is an empty one. */
export type Cell = string | number | boolean | null

/** Excel takes a file without it for one in the encoding of the machine. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What a spreadsheet calculates instead of showing it: these signs, also in their wide forms, behind whatever blanks there
 * are. A tab or a line's end in front makes some look at what follows it.
 */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

/** One line of RFC 4180, with its end. Texts that would be formulas have an apostrophe in front: they are shown as they are. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(field).join(',')}\r\n`
}

function field(cell: Cell): string {
  if (cell === null) return ''
  // Numbers of our own may be negative; what people have typed is always a text.
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
