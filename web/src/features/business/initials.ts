/** "Harbour Hire" → "HH": the first letters of the first two words that have one. */
export const initials = (name: string) =>
  name
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word) ?? [])
    .slice(0, 2)
    .join('')
    .toUpperCase()
