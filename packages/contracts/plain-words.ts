import type { $ZodErrorMap } from 'zod/v4/core'

/**
 * What is said of a value for which its schema has no sentence of its own, in place of the validator's words ("Invalid input:
 * expected string, received undefined"). To be given along wherever people or other programs read what a parse complains of.
 */
export const plainWords: $ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'This is required'
  switch (issue.code) {
    case 'invalid_type':
      return `${NAMES[issue.expected] ?? 'Something else'} is expected`
    case 'invalid_value':
      return `${inWords(issue.values.map(String))} is expected`
    case 'too_big':
      return issue.origin === 'string' ? `At most ${issue.maximum} characters` : `At most ${issue.maximum}`
    case 'too_small':
      if (issue.minimum === 1 && issue.origin === 'string') return 'This is required'
      return issue.origin === 'string' ? `At least ${issue.minimum} characters` : `At least ${issue.minimum}`
    case 'unrecognized_keys':
      return 'Unknown field'
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This is not valid'
    default:
      return 'This is not valid'
  }
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'A text',
  number: 'A number',
  int: 'A whole number',
  boolean: 'true or false',
  object: 'An object',
  record: 'An object',
  array: 'A list',
}

/** True of a day that does not exist as well as of a time or another way to write one. */
export const A_DAY = 'A real day like 2026-12-08, without a time'

const FORMATS: Readonly<Record<string, string>> = {
  date: A_DAY,
  datetime: 'A time like 2026-12-08T09:30:00.000Z is expected',
}

const inWords = (values: readonly string[]) =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
