/** Words that nobody would put on a key tag. */
const SMALL = new Set(['a', 'an', 'and', 'the', 'of', 'for', 'at', 'in', 'on', 'by', 'ltd', 'limited', 'plc', 'co'])

/**
 * One or two capitals or figures that stand for a business's name, on its screens and in its icons: those of its first two
 * words that count. Accents are left out: Émile's hire is an E.
 * @param canBeShown whether there is a letter to show it with; words that begin otherwise are passed over
 */
export function initialsOf(name: string, canBeShown: (letter: string) => boolean = () => true): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/[\p{Mark}'’]/gu, '')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '' && canBeShown(firstOf(word)))
  const counting = words.filter((word) => !SMALL.has(word.toLowerCase()))
  return (counting.length > 0 ? counting : words).slice(0, 2).map(firstOf).join('')
}

const firstOf = (word: string) => (/./u.exec(word)?.[0] ?? '').toUpperCase()
