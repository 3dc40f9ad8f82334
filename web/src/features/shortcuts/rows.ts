/**
 * Rows as the keyboard walks over them: whatever has `data-row` with its id, and in it the button that opens it, with
 * `data-row-open`. The focus is the memory of where somebody is, and the row whose details are shown
 * beside the list (`aria-current`) where the focus is in none.
 */

/** To the next row (1) or the previous one (-1); from outside from the one that is shown, or to the first or the last one. */
export function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')]
  const focused = rows.findIndex((row) => row.contains(document.activeElement))
  const at = focused === -1 ? rows.findIndex((row) => row.matches('[aria-current]')) : focused
  const next = at === -1 ? rows.at(step === 1 ? 0 : -1) : rows[at + step]
  openerIn(next)?.focus()
}

/** The id of the row that has the focus. */
export const focusedRow = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row

/** Puts the keyboard’s focus on the row of that id, if it is shown. */
export function focusRow(id: string): void {
  openerIn(document.querySelector<HTMLElement>(`main [data-row="${CSS.escape(id)}"]`))?.focus()
}

const openerIn = (row: HTMLElement | null | undefined) => row?.querySelector<HTMLElement>('[data-row-open]')
