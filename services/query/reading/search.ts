/**
 * What is typed into a search finds a text that has each of its words, in any order: whoever looks for "skoda olga" means
 * Olga and her Škoda. The app searches what it has by the same rule.
 */

/** What phones and word processors write for `'`; a keyboard has that one alone, and names are typed on both. */
const APOSTROPHES = '\u2018\u2019\u02bc'

/**
 * The words of a search for `hasEachWord`, without accents and with one apostrophe. A `#` before one is how staff read
 * references aloud.
 */
export const wordsOf = (search: string | undefined): readonly string[] =>
  (search ?? '')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(new RegExp(`[${APOSTROPHES}]`, 'g'), "'")
    .split(/\s+/)
    .map((word) => word.replace(/^#/, ''))
    .filter((word) => word !== '')

/**
 * SQL: the texts have each of the words in `$4 -> 'words'`, in any case, with or without accents, with any apostrophe. A search
 * without a word, such as a lone `#`, finds nothing: whoever narrows a list down is not given all of it.
 * @param texts SQL expressions; one that is null has none
 */
export const hasEachWord = (...texts: readonly string[]) => `
  (
    jsonb_array_length($4 -> 'words') > 0
    and not exists (
      select
      from jsonb_array_elements_text($4 -> 'words') word,
        lateral (select concat_ws(' ', ${texts.join(', ')}) as text offset 0) searched
      where strpos(${FOLDED}, lower(word)) = 0
    )
  )`

// Most texts are ASCII, which has no accents and one apostrophe: folding them would cost more than all else in a search.
const FOLDED = `
  lower(
    case
      when octet_length(text) = char_length(text) then text
      else translate(
        regexp_replace(normalize(text, nfd), '[\\u0300-\\u036f]', '', 'g'),
        '${APOSTROPHES}',
        repeat('''', ${APOSTROPHES.length})
      )
    end
  )`
