import type { Written } from './written.ts'

/** Where a text was found. */
export interface Sighting {
  readonly text: string
  readonly place: string
}

/** Texts that stand in a place, as they are, in any case, as bytes, or as an address or JSON would spell them. */
export function sightings(texts: readonly string[], place: string, content: string): Sighting[] {
  const lowered = content.toLowerCase()
  return texts
    .filter((text) => spellings(text).some((spelling) => lowered.includes(spelling.toLowerCase())))
    .map((text) => ({ text, place }))
}

/** {@link sightings} in tables. */
export function sightingsIn(texts: readonly string[], tables: readonly Written[]): Sighting[] {
  return tables.flatMap(({ table, rows }) => sightings(texts, table, rows))
}

function spellings(text: string): string[] {
  const bytes = Buffer.from(text)
  // Base64 of a text within others begins at any of three places; its inner part is the same whatever stands beside it.
  const shifted = [0, 1, 2].map((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    return padded.slice(shift === 0 ? 0 : 4, padded.length - 4)
  })
  return [text, encodeURIComponent(text), bytes.toString('hex'), ...shifted.filter((part) => part.length >= 8)]
}
