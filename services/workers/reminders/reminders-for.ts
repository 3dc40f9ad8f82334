import { addDays, CivilDate } from '@forecourt/domain/civil-date.ts'
import { instantAt } from '@forecourt/domain/civil-time.ts'
import { BookingId } from '@forecourt/domain/ids.ts'
import { Instant, instantOf } from '@forecourt/domain/instant.ts'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import { z } from 'zod'

/** Mails that are due at a time: two while a request waits, one on the day before the vehicle is picked up. */
export const Reminder = z.enum(['request-waits', 'request-still-waits', 'pickup-tomorrow'])
export type Reminder = z.infer<typeof Reminder>

const HOUR = 3_600_000
/** The portal promises an answer within 24 hours. These are hours that pass, whatever clocks do meanwhile. */
export const WAITED = { 'request-waits': 12 * HOUR, 'request-still-waits': 20 * HOUR } as const
/** On the day before, when people are up and can still ask something. */
const PICKUP_AT = 9

/** Every reminder's id is made in this name space: never change it, or everybody is reminded again. */
const REMINDERS = '0c4b8c8e-6f5c-4f0e-8a55-0d0f5a1a7f4e'

/** The name that a reminder is known by everywhere: it follows from the booking and its kind, so there is one of each. */
export const reminderId = (bookingId: BookingId, reminder: Reminder): string =>
  uuidV5(REMINDERS, `${bookingId}/${reminder}`)

export interface DueReminder {
  readonly notificationId: string
  readonly template: Reminder
  readonly bookingId: BookingId
  readonly dueAt: Instant
}

interface Written {
  readonly type: string
  /** JSON text. */
  readonly data: string
  readonly metadata: { readonly actorKind?: string | undefined; readonly occurredAt?: string | undefined }
}

const About = z.object({ bookingId: BookingId })
const Approval = z.object({ bookingId: BookingId, pickupDate: CivilDate })

/**
 * Which reminders follow from a fact, and when. History that was brought in from elsewhere (actor `import`) calls for none,
 * and whoever has a booking approved within a day of its pickup has just been told of it.
 * @param timeZone the business's
 */
export function remindersFor({ type, data, metadata }: Written, timeZone: string): readonly DueReminder[] {
  if (metadata.actorKind === 'import') return []
  if (type === 'BookingRequested') {
    const { bookingId } = About.parse(JSON.parse(data))
    const asked = Date.parse(Instant.parse(metadata.occurredAt))
    return (['request-waits', 'request-still-waits'] as const).map((template) => ({
      notificationId: reminderId(bookingId, template),
      template,
      bookingId,
      dueAt: instantOf(asked + WAITED[template]),
    }))
  }
  if (type === 'BookingApproved') {
    const { bookingId, pickupDate } = Approval.parse(JSON.parse(data))
    const template = 'pickup-tomorrow'
    const dueAt = instantAt(addDays(pickupDate, -1), PICKUP_AT, timeZone)
    if (Date.parse(dueAt) <= Date.parse(Instant.parse(metadata.occurredAt))) return []
    return [{ notificationId: reminderId(bookingId, template), template, bookingId, dueAt }]
  }
  return []
}

const CALLED_FOR_BY: Readonly<Record<Reminder, string>> = {
  'request-waits': 'BookingRequested',
  'request-still-waits': 'BookingRequested',
  'pickup-tomorrow': 'BookingApproved',
}

/** Whether this reminder is one of those that follow from a fact, whenever it may be due. @param data what the fact says */
export function isReminderOf(
  { type, data, metadata }: Pick<Written, 'type' | 'metadata'> & { readonly data: unknown },
  reminder: Reminder,
  notificationId: string,
): boolean {
  if (metadata.actorKind === 'import' || type !== CALLED_FOR_BY[reminder]) return false
  return reminderId(About.parse(data).bookingId, reminder) === notificationId
}

/**
 * After which of its facts nobody need be reminded of which things about a booking. BookingCompleted is none of them: before
 * the pickup it is a slip, which staff take back. When the reminder's time has come it is looked at what the booking is.
 */
const ENDED_BY: Readonly<Record<string, readonly Reminder[]>> = {
  BookingApproved: ['request-waits', 'request-still-waits'],
  BookingRejected: ['request-waits', 'request-still-waits'],
  BookingWithdrawn: ['request-waits', 'request-still-waits'],
  BookingCancelled: ['pickup-tomorrow'],
}

/** Reminders that this fact makes pointless. Whoever sends them looks again. */
export function endedBy({ type, data }: Pick<Written, 'type' | 'data'>): readonly string[] {
  const ended = ENDED_BY[type]
  if (ended === undefined) return []
  const { bookingId } = About.parse(JSON.parse(data))
  return ended.map((reminder) => reminderId(bookingId, reminder))
}
