import { addDays, type CivilDate, todayIn } from '@forecourt/domain/civil-date.ts'
import { type Instant, instantOf } from '@forecourt/domain/instant.ts'
import { Reminder, WAITED } from './reminders-for.ts'

/** For how long after its time a reminder that a stop has held up still helps anybody, in milliseconds. */
const USEFUL_FOR = 24 * 3_600_000

/** What the lateness of a reminder follows from. */
interface Circumstances {
  readonly now: Date
  readonly requestedAt: Instant
  readonly pickupDate: CivilDate
  /** The business's. */
  readonly timeZone: string
}

/**
 * Whether a reminder came too late to be sent: the first one about a request when the second is due, the second a day
 * later, and the one of the day before the pickup when that day is over. Other mails are never too late by this rule.
 */
export function isTooLate(template: string, { now, requestedAt, pickupDate, timeZone }: Circumstances): boolean {
  const reminder = Reminder.safeParse(template).data
  if (reminder === undefined) return false
  if (reminder === 'pickup-tomorrow') return todayIn(timeZone, instantOf(now.getTime())) > addDays(pickupDate, -1)
  const waited = now.getTime() - Date.parse(requestedAt)
  const longest = WAITED['request-still-waits']
  return waited >= (reminder === 'request-waits' ? longest : longest + USEFUL_FOR)
}

/** What was due before this is too late in any case, whichever it is: nobody need look at it one by one. */
export const longPast = (now: Date): Date => new Date(now.getTime() - 2 * USEFUL_FOR)
