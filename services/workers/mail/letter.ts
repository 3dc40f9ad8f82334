/**
 * A mail as a letter: what it says, apart from how it looks. Both renderings come from it, so that neither can say more
 * than the other. Nothing in it is markup.
 */
export interface Letter {
  readonly subject: string
  /** What a list of mails shows beside the subject. */
  readonly preview: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** Label and value, one line each: dates, price, reference. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** The fact that the eye should find first, such as the total: below the others. */
  readonly total?: readonly [label: string, value: string]
  readonly after: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
  /** Where else it leads, below the action. */
  readonly link?: { readonly label: string; readonly url: string }
  readonly closing: string
  /** Who writes, below the closing. */
  readonly signature: string
  /** Who the business is and why this mail came, in small letters. */
  readonly footer: readonly string[]
}

/** The letter as plain text, lines ended by `\n`. */
export function asText(letter: Letter): string {
  const facts = letter.total ? [...letter.facts, letter.total] : letter.facts
  const width = Math.max(0, ...facts.map(([label]) => label.length)) + 2
  // Further lines of a value stand below its first: none can pass for a fact of its own.
  const value = (text: string) => text.replaceAll('\n', `\n${' '.repeat(width)}`)
  return [
    letter.heading,
    '',
    ...letter.paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...facts.map(([label, text]) => `${`${label}:`.padEnd(width)}${value(text)}`),
    ...(facts.length > 0 ? [''] : []),
    ...letter.after.flatMap((paragraph) => [paragraph, '']),
    ...(letter.action ? [`${letter.action.label}: ${letter.action.url}`, ''] : []),
    ...(letter.link ? [`${letter.link.label}: ${letter.link.url}`, ''] : []),
    `${letter.closing},`,
    letter.signature,
    ...(letter.footer.length > 0 ? ['', '-- ', ...letter.footer] : []),
  ].join('\n')
}
