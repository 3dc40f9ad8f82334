import { z } from 'zod'
import { defineEvent, type EventOf } from '../event.ts'
import { BookingId, BusinessId } from '../ids.ts'

const subject = { notificationId: z.string(), template: z.string() }

/** The booking that the mail speaks of. Null in events that were written before they said it. */
const AboutBooking = z.object({ bookingId: BookingId, businessId: BusinessId }).nullable()
export type AboutBooking = z.infer<typeof AboutBooking>

/**
 * What stood in a mail's way, as far as anybody but an operator needs to know. `address-refused` and `message-refused` are
 * final; of all others it is known, or hoped, that they pass: `platform-refused` when the operators have mended it.
 */
export const FailureCause = z.enum([
  'address-refused',
  'message-refused',
  'receiver-busy',
  'server-unreachable',
  'platform-refused',
  'unknown',
])
export type FailureCause = z.infer<typeof FailureCause>

/** Why a mail that was due is not wanted any more (or was not from the beginning). */
export const WithdrawalReason = z.enum([
  'customer-erased',
  'business-inactive',
  'no-address',
  'too-many-in-a-day',
  'overtaken',
  'told-already',
  'too-late',
])
export type WithdrawalReason = z.infer<typeof WithdrawalReason>

export const NotificationSent = defineEvent(
  'NotificationSent',
  1,
  z.object({ ...subject, attempt: z.int(), messageId: z.string() }),
)
/** An attempt failed. `reason` is the error's own code, for operators; never an address. */
export const NotificationFailed = defineEvent(
  'NotificationFailed',
  2,
  z.object({ ...subject, booking: AboutBooking, attempt: z.int(), cause: FailureCause, reason: z.string() }),
)
/** No attempt will follow: it could not be delivered. */
export const NotificationAbandoned = defineEvent(
  'NotificationAbandoned',
  2,
  z.object({ ...subject, booking: AboutBooking, attempts: z.int(), cause: FailureCause, reason: z.string() }),
)
/** It was not sent because it became moot. Nothing went wrong. */
export const NotificationWithdrawn = defineEvent(
  'NotificationWithdrawn',
  1,
  z.object({ ...subject, reason: WithdrawalReason }),
)

export type NotificationEvent = EventOf<
  typeof NotificationSent | typeof NotificationFailed | typeof NotificationAbandoned | typeof NotificationWithdrawn
>
