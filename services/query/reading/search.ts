/**
 * What is typed into a search finds a text that has each of its words, in any order: whoever looks for "skoda olga" means
 * Olga and her Škoda. The app searches what it has by the same rule.
 */

/** The words of a search for `hasEachWord`, without accents. A `#` before one is how staff read references aloud. */
export const wordsOf = (search: string | undefined): readonly string[] =>
  (search ?? '')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .split(/\s+/)
    .map((word) => word.replace(/^#/, ''))
    .filter((word) => word !== '')

/**
 * SQL: the texts have each of the words in `$4 -> 'words'`, in any case and with or without accents.
 * @param texts SQL expressions; one that is null has none
 */
export const hasEachWord = (...texts: readonly string[]) => `
  not exists (
    select
    from jsonb_array_elements_text($4 -> 'words') word,
      lateral (select concat_ws(' ', ${texts.join(', ')}) as text offset 0) searched
    where strpos(${WITHOUT_ACCENTS}, lower(word)) = 0
  )`

// Most texts are ASCII, which has no accents: taking them off would cost more than all else in a search.
const WITHOUT_ACCENTS = `
  lower(
    case
      when octet_length(text) = char_length(text) then text
      else regexp_replace(normalize(text, nfd), '[\\u0300-\\u036f]', '', 'g')
    end
  )`
