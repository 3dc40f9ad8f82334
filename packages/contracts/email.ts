import * as z from 'zod/mini'
import { line } from './text.ts'

const INVALID = 'Invalid email address'

/** One address that a mail can be sent to, and nothing else. */
export const EmailAddress = z.pipe(
  line(1, 254, INVALID),
  z.string().check(
    z.email({ error: INVALID, pattern: z.regexes.html5Email }),
    z.refine((value) => !/[,;<>"\s]/.test(value), INVALID),
    // Mail goes out to the public internet, where a domain has a dot: browsers let `a@b` pass, mail servers do not.
    z.refine((value) => /@[^@]+\.[^@.]{2,}$/.test(value), INVALID),
  ),
)
