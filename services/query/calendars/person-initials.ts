/** The first letters of somebody's first and last names, as `A. B.`; of one name, one. Nothing when there is no letter. */
export function personInitials(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/\s+/)
    .map((word) => /\p{Letter}/u.exec(word)?.[0] ?? '')
    .filter((letter) => letter !== '')
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return [first, last].flatMap((letter) => (letter === undefined ? [] : [`${letter.toUpperCase()}.`])).join(' ')
}
