/**
 * Words of `npm run bench:web` that lead to no benchmark. Only those before the first option are names: later ones may be an
 * option's value.
 * @param names of all benchmarks; a part of one is enough
 */
export function unknownAmong(words: readonly string[], names: readonly string[]): readonly string[] {
  const option = words.findIndex((word) => word.startsWith('-'))
  const asked = option < 0 ? words : words.slice(0, option)
  return asked.filter((word) => !names.some((name) => name.includes(word)))
}
