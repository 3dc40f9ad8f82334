import * as z from 'zod/mini'
import { EmailAddress } from './email.ts'
import { line, lines } from './text.ts'

/** About seven pages. Whatever the script, that and all other settings fit into one body. */
export const LONGEST_TERMS = 18_000
export const MOST_TURNAROUND_DAYS = 3
export const FEWEST_RETENTION_DAYS = 1
export const MOST_RETENTION_DAYS = 365

const COLOUR = 'A colour like #0f6fde is expected'
const LOGO = 'Only a logo that you uploaded can be shown.'
const TURNAROUND = `From 0 to ${MOST_TURNAROUND_DAYS} days can be kept free after each hire.`
const RETENTION = `Licences can be kept from ${FEWEST_RETENTION_DAYS} to ${MOST_RETENTION_DAYS} days.`

/** Nothing typed is nothing: a form sends an empty text where it has no value. */
const orNothing = z.transform((text: string) => (text === '' ? null : text))
const optionalLine = (max: number) => z.nullable(z.pipe(line(0, max, 'A text is expected'), orNothing))
const optionalLines = (max: number) => z.nullable(z.pipe(lines(max), orNothing))

/**
 * All that staff choose for their business: what `GET /api/admin/business/settings` answers, `PUT` takes and answers. The
 * whole of it is sent, so that nothing is emptied by being left out.
 */
export const BusinessSettings = z.strictObject({
  /**
   * Raised with everything that is changed. Sent back, it says which settings the sender saw: those that somebody else has
   * saved meanwhile are not overwritten.
   */
  version: z.int().check(z.minimum(0)),
  name: line(1, 100, 'Name is required'),
  primaryColor: z.pipe(
    z.pipe(
      z.string(COLOUR),
      z.transform((colour: string) => colour.toLowerCase()),
    ),
    z.string().check(z.regex(/^#[0-9a-f]{6}$/, COLOUR)),
  ),
  /** An `objectPath` that `PUT /api/business-logo` answered to this business; null takes the logo away. */
  logoUrl: z.nullable(z.string(LOGO).check(z.regex(/^\/objects\/logos\/[A-Za-z0-9_.-]{1,160}$/, LOGO))),
  description: optionalLines(2000),
  contactEmail: z.nullable(EmailAddress),
  contactPhone: optionalLine(50),
  address: optionalLines(300),
  terms: optionalLines(LONGEST_TERMS),
  /** Counts the terms; 0 before there are any. It is the server's: what is sent back is not looked at. */
  termsVersion: z.int().check(z.minimum(0)),
  turnaroundDays: z.int(TURNAROUND).check(z.minimum(0, TURNAROUND), z.maximum(MOST_TURNAROUND_DAYS, TURNAROUND)),
  licenceRetentionDays: z
    .int(RETENTION)
    .check(z.minimum(FEWEST_RETENTION_DAYS, RETENTION), z.maximum(MOST_RETENTION_DAYS, RETENTION)),
})
export type BusinessSettings = z.infer<typeof BusinessSettings>
