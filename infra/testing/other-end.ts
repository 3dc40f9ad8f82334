/**
 * A made-up name that looks like a real one.
 * @returns `text` with another last character, whichever it had: seals are random, and one in 64 has the one that is put there
 */
export function withOtherEnd(text: string): string {
  return `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`
}
