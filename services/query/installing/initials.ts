import { GLYPHS } from './glyphs.ts'

/** Words that nobody would put on a key tag. */
const SMALL = new Set(['a', 'an', 'and', 'the', 'of', 'for', 'at', 'in', 'on', 'by', 'ltd', 'limited', 'plc', 'co'])

/**
 * One or two capitals or figures that stand for a business's name: those of its first two words that count. Empty when
 * none of its letters can be drawn.
 */
export function initialsOf(name: string): string {
  // Accents are left out: Émile's hire is drawn as an E.
  const words = name
    .normalize('NFD')
    .replaceAll(/[\p{Mark}'’]/gu, '')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => GLYPHS[firstOf(word)] !== undefined)
  const counting = words.filter((word) => !SMALL.has(word.toLowerCase()))
  return (counting.length > 0 ? counting : words).slice(0, 2).map(firstOf).join('')
}

const firstOf = (word: string) => word.slice(0, 1).toUpperCase()
