/** Forms that would lose something if the tab were loaded anew. */
const unsaved = new Set<string>()
const waiting = new Set<() => void>()

/** Says whether the form has anything that is not saved; `form` is its name. */
export function markUnsaved(form: string, dirty: boolean): void {
  if (dirty) unsaved.add(form)
  else unsaved.delete(form)
  if (unsaved.size > 0) return
  for (const act of waiting) act()
  waiting.clear()
}

/** Calls `act` once, as soon as nothing would be lost. */
export function whenNothingIsUnsaved(act: () => void): void {
  if (unsaved.size === 0) act()
  else waiting.add(act)
}
