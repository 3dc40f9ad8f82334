import * as z from 'zod/mini'

/**
 * Text that people type: trimmed, in Unicode's composed form, without control characters (SECURITY rule 8). Line breaks
 * and tabs are let through where a text may have several lines.
 */
const CONTROL = /\p{Cc}/u
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]/u
/** Half of a surrogate pair: not text, and no database takes it. */
const LONE_SURROGATE = /\p{Cs}/u

const NO_CONTROL = 'Control characters are not allowed'

function text(forbidden: RegExp) {
  return z.pipe(
    z.string().check(z.refine((value) => !forbidden.test(value) && !LONE_SURROGATE.test(value), NO_CONTROL)),
    z.transform((value: string) => value.normalize('NFC').trim()),
  )
}

/** One line of text. `message` is answered when it is shorter than `min`. */
export function line(min: number, max: number, message: string) {
  return z.pipe(
    text(CONTROL),
    z.string().check(z.minLength(min, message), z.maxLength(max, `At most ${max} characters`)),
  )
}

/** Text of several lines, possibly empty. */
export function lines(max: number) {
  return z.pipe(text(CONTROL_BUT_LINES), z.string().check(z.maxLength(max, `At most ${max} characters`)))
}
