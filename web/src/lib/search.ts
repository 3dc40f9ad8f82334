/**
 * The text as it is searched: in small letters, without accents, since few keyboards have those of every name, and with one
 * apostrophe, since phones write another one than keyboards. The server searches by the same rule.
 */
export const searchable = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .toLocaleLowerCase('en-GB')

/**
 * What a search looks for: texts that have each of its words, in any order. A `#` before one is how references are written.
 * @returns says of a `searchable` text whether it is found; undefined when nothing is searched for
 */
export function searchFor(search: string): ((text: string) => boolean) | undefined {
  const words = searchable(search)
    .split(/\s+/)
    .map((word) => word.replace(/^#/, ''))
    .filter((word) => word !== '')
  return words.length === 0 ? undefined : (text) => words.every((word) => text.includes(word))
}
