import type { ToldOf } from './facts.ts'
import type { MailRow } from './rows.ts'

/**
 * A mail that could not be handed over: another attempt follows, or none does any more. Most mails go out at the first
 * attempt and have no row. Events from before they named their booking have none either: nobody could be shown it.
 */
export function notTaken({
  type,
  data,
  at,
}: ToldOf<'NotificationFailed' | 'NotificationAbandoned'>): MailRow | undefined {
  const { notificationId, template, booking, cause } = data
  if (booking === null) return undefined
  return {
    notificationId,
    ...booking,
    template,
    status: type === 'NotificationFailed' ? 'retrying' : 'failed',
    cause,
    at,
  }
}

/** It went out after all, or nobody needs it any more: nothing is left to be said of it. */
export function settled(mail: MailRow, { at }: ToldOf<'NotificationSent' | 'NotificationWithdrawn'>): MailRow {
  return { ...mail, status: 'settled', at }
}
