import * as z from 'zod/mini'

/**
 * Text that people type: trimmed, in Unicode's composed form, without control characters (SECURITY rule 8). Line breaks
 * and tabs are let through where a text may have several lines.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]/u
/** Half of a surrogate pair: not text, and no database takes it. */
const LONE_SURROGATE = /\p{Cs}/u

/**
 * Characters that nobody sees and that make a text look like another one: what turns the direction of what follows
 * (embeddings, overrides, isolates), spaces without width, fillers, and tags but for those of a flag. They come along when
 * something is copied, so they are left out without a word. The joiners stay: Persian and the scripts of India are
 * misspelt without them, and so do direction marks and variation selectors.
 */
const HIDDEN =
  /(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|[\u00ad\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
/** A character that fills its space on the screen, or is a space between two that do. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\u2800]/gu

const NO_CONTROL = 'Control characters are not allowed'

function text(forbidden: RegExp, expected: string) {
  return z.pipe(
    z.string(expected).check(z.refine((value) => !forbidden.test(value) && !LONE_SURROGATE.test(value), NO_CONTROL)),
    z.transform((value: string) => value.replace(HIDDEN, '$1').normalize('NFC').trim()),
  )
}

/**
 * One line of text.
 * @param min how many characters there must be to see
 * @param message is answered when there are fewer, or no text at all
 * @__NO_SIDE_EFFECTS__
 */
export function line(min: number, max: number, message: string) {
  return z.pipe(
    text(CONTROL, message),
    z.string().check(
      z.minLength(min, message),
      z.maxLength(max, `At most ${max} characters`),
      z.refine((value) => (value.match(VISIBLE)?.length ?? 0) >= min, message),
    ),
  )
}

/** Text of several lines, possibly empty. @__NO_SIDE_EFFECTS__ */
export function lines(max: number) {
  return z.pipe(
    text(CONTROL_BUT_LINES, 'A text is expected'),
    z.string().check(z.maxLength(max, `At most ${max} characters`)),
  )
}
