import { z } from 'zod'

/** A moment as ISO text in UTC, `2026-11-21T09:30:00.000Z`. It comes in with every command: rules never read a clock. */
export const Instant = z.iso.datetime().brand<'Instant'>()
export type Instant = z.infer<typeof Instant>

/**
 * The instant so many milliseconds after 1970-01-01T00:00Z.
 * @throws {RangeError} when there is no such date
 */
export function instantOf(sinceEpoch: number): Instant {
  return Instant.parse(new Date(sinceEpoch).toISOString())
}

/** Milliseconds since 1970-01-01T00:00Z. */
export function epochMilliseconds(instant: Instant): number {
  return Date.parse(instant)
}
