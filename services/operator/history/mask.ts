/** What is shown of a text that nobody has asked to see: how it begins, so that two people are told apart. */
export function mask(text: string): string {
  if (text.includes('@')) return `${first(text)}•••@•••`
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${first(word)}•••`)
    .slice(0, MOST_WORDS)
    .join(' ')
}

/** More of them would say how long a note is. */
const MOST_WORDS = 3

const first = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 0x20)

/**
 * What was sealed, as lines to read: `customer.name` → its text. Numbers and nothing stay out: all that is personal is text.
 * @param show as what each text is shown
 */
export function personalLines(personal: unknown, show: (text: string) => string): Readonly<Record<string, string>> {
  const lines: Record<string, string> = {}
  const walk = (value: unknown, path: readonly string[]) => {
    if (typeof value === 'string' && value !== '') lines[path.join('.')] = show(value)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) walk(member, [...path, name])
    }
  }
  walk(personal, [])
  return lines
}
