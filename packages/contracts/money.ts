import * as z from 'zod/mini'

/** An amount in pounds as a decimal text with exactly two places, such as "45.00" (decisions: dates, time, money). */
export const Pounds = z.string().check(z.regex(/^\d{1,8}\.\d{2}$/, 'An amount like 45.00 is expected'))
export type Pounds = z.infer<typeof Pounds>

/** Amounts added up, in pounds as a decimal text with exactly two places, such as "1234567890.00". */
export const PoundsSum = z.string().check(z.regex(/^\d{1,14}\.\d{2}$/, 'An amount like 45.00 is expected'))
export type PoundsSum = z.infer<typeof PoundsSum>
