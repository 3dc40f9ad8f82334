import * as z from 'zod/mini'
import { A_DAY } from './plain-words.ts'

/** A day in an answer. */
export const Day = z.iso.date()

/**
 * A day that exists, `YYYY-MM-DD`. A date-time is refused, because its day depends on a time zone (decisions: dates).
 * @param required the specification's sentence for a missing value
 * @__NO_SIDE_EFFECTS__
 */
export function day(required: string) {
  return z.string(required).check(
    z.minLength(1, required),
    z.refine((value) => value === '' || z.safeParse(Day, value).success, A_DAY),
  )
}

/** A day to look for. There is no year 0 (ISO 8601 has one, PostgreSQL has none). */
export const DayAsked = z.iso.date().check(z.refine((asked) => asked >= '0001', A_DAY))
/** An instant in an answer, ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
