import { z } from 'zod'
import { defineEvent, type EventOf } from '../event.ts'

const subject = { notificationId: z.string(), template: z.string() }

export const NotificationSent = defineEvent(
  'NotificationSent',
  1,
  z.object({ ...subject, attempt: z.int(), messageId: z.string() }),
)
export const NotificationFailed = defineEvent(
  'NotificationFailed',
  1,
  z.object({ ...subject, attempt: z.int(), reason: z.string() }),
)
export const NotificationAbandoned = defineEvent(
  'NotificationAbandoned',
  1,
  z.object({ ...subject, attempts: z.int(), reason: z.string() }),
)

export type NotificationEvent = EventOf<
  typeof NotificationSent | typeof NotificationFailed | typeof NotificationAbandoned
>
