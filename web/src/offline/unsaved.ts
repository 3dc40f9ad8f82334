/** Forms of this tab that would lose something if it were loaded anew. */
const unsaved = new Set<string>()
const listeners = new Set<() => void>()

/** Says whether the form has anything that is not saved; `form` is its name. */
export function markUnsaved(form: string, dirty: boolean): void {
  if (dirty) unsaved.add(form)
  else unsaved.delete(form)
  for (const changed of listeners) changed()
}

/** Whether this tab would lose something. */
export const isUnsaved = () => unsaved.size > 0

/** Calls back whenever a form has something to lose, or no longer. */
export const onUnsaved = (changed: () => void) => void listeners.add(changed)
