import { setTimeout as delay } from 'node:timers/promises'
import { EVERYTHING, type Filter, parsePosition } from '@forecourt/event-log/port.ts'
import type { Platform } from './platform/platform.ts'

/**
 * A mail that was not taken four times, as the faults of a run may have it, is tried again after ten minutes and a fifth: so long
 * may nothing be seen to follow. In milliseconds.
 */
const PATIENCE = 13 * 60_000
/** So long for somebody who wants it to end. */
const PATIENCE_ONCE_STOPPED = 60_000
const BETWEEN_LOOKS = 500

/** How far everybody has come. */
interface Standing {
  readonly unsettled: number
  /** People whose erasing was begun and has not come to its end: whoever finds them finishes it, every five minutes. */
  readonly departing: number
  readonly read: string | null
  readonly shown: string | null
}

const UNKNOWN: Standing = { unsettled: 1, departing: 0, read: null, shown: null }

/**
 * Waits until all that was to follow from the log has followed: rows, mails, contracts, erasures that stopped half-way.
 * @param stop shortens the waiting
 * @returns what has not, in words; undefined when all has
 */
export async function settle(
  { pool, eventLog }: Pick<Platform, 'pool' | 'eventLog'>,
  stop?: AbortSignal,
): Promise<string | undefined> {
  let least = Number.POSITIVE_INFINITY
  let progressAt = performance.now()
  for (;;) {
    const { rows } = await pool.query<Standing>(`
      select
        (select count(*) from reactions.due where not settled)::int as unsettled,
        (select count(*) from vault.people where departing_hmac is not null)::int as departing,
        (select position from reactions.checkpoint where reactor = 'mail') as read,
        (select position from read.checkpoint) as shown`)
    const [{ unsettled, departing, read, shown } = UNKNOWN] = rows
    const [unread, unshown] = [
      await countAfter(eventLog, read, NOTIFYING),
      await countAfter(eventLog, shown, EVERYTHING),
    ]
    const left = unsettled + departing + unread + unshown
    if (left === 0) return undefined
    if (left < least) {
      least = left
      progressAt = performance.now()
    } else if (performance.now() - progressAt > (stop?.aborted === true ? PATIENCE_ONCE_STOPPED : PATIENCE))
      return `${unsettled} mails and documents are due still, ${departing} people half erased, ${unread} events unread by the reactor, ${unshown} by the projector`
    await delay(BETWEEN_LOOKS)
  }
}

/** The streams that mails and contracts follow from. */
const NOTIFYING: Filter = { prefixes: ['rent.schedule-', 'rent.customer-'] }

/** How many events somebody has not read who is at that place of the log. */
async function countAfter(eventLog: Platform['eventLog'], position: string | null, filter: Filter): Promise<number> {
  const unread = await Array.fromAsync(eventLog.readAll(parsePosition(position ?? '') ?? 'start', filter))
  return unread.length
}
