import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from './platform/platform.ts'

/**
 * A mail that was not taken four times, as the faults of a run may have it, is tried again after ten minutes and a fifth: so long
 * may nothing be seen to follow. In milliseconds.
 */
const PATIENCE = 13 * 60_000
/** So long for somebody who wants it to end. */
const PATIENCE_ONCE_STOPPED = 60_000
const BETWEEN_LOOKS = 500

/**
 * Waits until all that was to follow from the log has followed: rows, mails, contracts.
 * @param stop shortens the waiting
 * @returns what has not, in words; undefined when all has
 */
export async function settle({ pool }: Pick<Platform, 'pool'>, stop?: AbortSignal): Promise<string | undefined> {
  let least = Number.POSITIVE_INFINITY
  let progressAt = performance.now()
  for (;;) {
    const { rows } = await pool.query<{ unsettled: number; unread: number; unshown: number }>(`
      select
        (select count(*) from reactions.due where not settled)::int as unsettled,
        (select count(*) from log.events where stream ~ '^rent\\.(schedule|customer)-'
          and position > (select position from reactions.checkpoint where reactor = 'mail'))::int as unread,
        ((select position from log.head) - (select position from read.checkpoint))::int as unshown`)
    const [{ unsettled, unread, unshown } = { unsettled: 1, unread: 1, unshown: 1 }] = rows
    if (unsettled === 0 && unread === 0 && unshown === 0) return undefined
    if (unsettled + unread + unshown < least) {
      least = unsettled + unread + unshown
      progressAt = performance.now()
    } else if (performance.now() - progressAt > (stop?.aborted === true ? PATIENCE_ONCE_STOPPED : PATIENCE))
      return `${unsettled} mails and documents are due still, ${unread} events unread by the reactor, ${unshown} by the projector`
    await delay(BETWEEN_LOOKS)
  }
}
