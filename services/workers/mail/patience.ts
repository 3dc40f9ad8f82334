const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * How long a mail waits after each failed attempt, in milliseconds: twelve attempts in a day. A restart of the mail server
 * is bridged in seconds, an outage overnight in hours; a mail that could not be handed over in a day is abandoned, and staff
 * are told on the booking. What counts is the attempts that the log knows of: an emptied queue does not begin again.
 */
export const PATIENCE: readonly number[] = [
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  3 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
]

/** An attempt failed, and another one is to follow. */
export class TryAgainLater extends Error {
  override readonly name = 'TryAgainLater'
  /** Milliseconds. */
  readonly after: number

  constructor(after: number, reason: string) {
    super(reason)
    this.after = after
  }
}

/**
 * A waiting time, a fifth more or less: mails that failed together do not come back together.
 * @param chance from 0 to 1
 */
export const spread = (milliseconds: number, chance: number) => Math.round(milliseconds * (0.8 + 0.4 * chance))
