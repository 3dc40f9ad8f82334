import { shortcutOf } from './keys.ts'

/**
 * Puts the focus into the search of the screen that somebody has gone to. Who types on at once types into it, also while it is
 * still on its way: by themselves these keys would mean something else, another tab or an approval.
 * @param shown resolves when the screen is there, or will not be
 */
export async function toSearch(shown: () => Promise<void>): Promise<void> {
  const release = holdKeys()
  try {
    await shown()
  } finally {
    const typed = release()
    const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
    field?.focus()
    if (field !== null && typed !== '') typeInto(field, typed)
  }
}

/** Keeps what is typed from everybody else. @returns ends it, and gives what was typed meanwhile */
function holdKeys(): () => string {
  let typed = ''
  const hold = (event: KeyboardEvent) => {
    if (shortcutOf(event, null) === undefined) return
    typed += event.key
    event.preventDefault()
    event.stopPropagation()
  }
  // The window hears of a key before the document, where shortcuts listen.
  window.addEventListener('keydown', hold, { capture: true })
  return () => {
    window.removeEventListener('keydown', hold, { capture: true })
    return typed
  }
}

/** As if it had been typed: whoever listens to the field hears of it. */
function typeInto(field: HTMLInputElement, text: string): void {
  field.setRangeText(text, field.value.length, field.value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
