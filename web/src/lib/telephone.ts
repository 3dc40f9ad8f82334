/** A number, perhaps with what it is before it ("Tel.:") and an extension behind it; spaces, dots and dashes are for the eye. */
const TELEPHONE =
  /^(?:\p{L}+[.:]+\s*)?(?<number>\(?\+?\d[\d\s().\p{Pd}]*?)(?:[\s,;]*(?:extension|extn|ext|x|#)[.:=]*\s*(?<extension>\d+))?$/iu

/** "+44 (0)20": the nought is dialled only where no country's code is. */
const TRUNK_NOUGHT = /^(\(?(?:\+|00)[^(]*)\(0\)/

/** Emergency calls have three digits; no number in the world has more than fifteen (E.164), with 00 before it seventeen. */
const DIGITS = /^(?:\+\d{3,15}|\d{3,17})$/

/**
 * The address of a link that dials (RFC 3966), of a telephone as somebody has written it. Undefined when it cannot be told
 * what to dial: a link that leads to somebody else is worse than none.
 */
export function telephoneLink(written: string): string | undefined {
  const { number, extension } = TELEPHONE.exec(written.trim())?.groups ?? {}
  const dialled = number?.replace(TRUNK_NOUGHT, '$1').replaceAll(/[^+\d]/g, '')
  if (dialled === undefined || !DIGITS.test(dialled)) return undefined
  return extension === undefined ? `tel:${dialled}` : `tel:${dialled};ext=${extension}`
}
