/** Keys for staff at a keyboard: which there are, and when one is meant. */

/** What the help says, in its order. */
export const KEYS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['/'], does: 'Search' },
  { keys: ['1', '2', '3', '4', '5'], does: 'Overview, Bookings, Manual Booking, Fleet, Customers' },
  { keys: ['j', 'k'], does: 'Next and previous row; details beside the list follow, also with ↓ and ↑' },
  { keys: ['Enter'], does: 'Into the details of the row; Esc leads back' },
  { keys: ['a'], does: 'Approve the request in the row (can be undone for 5 seconds)' },
  { keys: ['r'], does: 'Reject the request in the row (can be undone for 5 seconds)' },
  { keys: ['F8'], does: 'To the message that is shown' },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['?'], does: 'This list' },
]

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly isComposing: boolean
}

/** Where the focus is, as far as it matters here. */
interface Focused {
  readonly tagName: string
  readonly type?: string
  readonly isContentEditable?: boolean
}

/** What is no text is not typed into. */
const NOT_TYPED = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file'])

/** Whether a key would end up in a field. */
export const isTyping = ({ tagName, type = '', isContentEditable = false }: Focused): boolean =>
  isContentEditable ||
  tagName === 'TEXTAREA' ||
  tagName === 'SELECT' ||
  (tagName === 'INPUT' && !NOT_TYPED.has(type.toLowerCase()))

/** The key that was pressed as a shortcut: alone, and not into a field. Undefined when it is meant otherwise. */
export function shortcutOf(press: KeyPress, focused: Focused | null): string | undefined {
  if (press.ctrlKey || press.altKey || press.metaKey || press.isComposing) return undefined
  if (focused !== null && isTyping(focused)) return undefined
  return press.key.length === 1 ? press.key.toLowerCase() : undefined
}
