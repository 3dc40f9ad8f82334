import { instantInWords } from '@forecourt/domain/history/words.ts'
import type { Entry } from './entries.ts'

/**
 * The entries as lines for a terminal: what a fact caused stands indented beneath it, all else in its order.
 * @param named how whoever did it is called
 */
export function linesOf(entries: readonly Entry[], named: (entry: Entry) => string): string[] {
  const caused = Map.groupBy(entries, ({ cause }) => cause)
  const told = (entry: Entry, depth: number): string[] => {
    const indent = depth === 0 ? '' : `${'   '.repeat(depth - 1)}└─ `
    const hanging = ' '.repeat(TIME + 3 * depth)
    return [
      `${instantInWords(entry.at)}  ${indent}${entry.sentence}`,
      `${hanging}${named(entry)} · request ${entry.request.slice(0, 8)} · position ${entry.position}`,
      ...personalIn(entry).map((line) => `${hanging}${line}`),
      ...(caused.get(entry.eventId) ?? []).flatMap((next) => told(next, depth + 1)),
    ]
  }
  return (caused.get(null) ?? []).flatMap((entry) => told(entry, 0))
}

/** `2026-03-03 10:00:12 UTC` and the space behind it. */
const TIME = 25

function personalIn({ personal }: Entry): string[] {
  if (personal === null) return []
  if (personal === 'erased') return ['(what was personal in it is erased)']
  if (personal === 'unreadable') return ['(what is personal in it cannot be read: it was altered, or damaged)']
  return Object.entries(personal).map(([name, text]) => `${name}: ${text.replaceAll('\n', ' / ')}`)
}
