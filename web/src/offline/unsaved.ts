/** Forms that would lose something if the tab were loaded anew. */
const unsaved = new Set<string>()

/** Says whether the form has anything that is not saved; `form` is its name. */
export function markUnsaved(form: string, dirty: boolean): void {
  if (dirty) unsaved.add(form)
  else unsaved.delete(form)
}

export const somethingUnsaved = () => unsaved.size > 0
