import { DEFAULT_TIME_ZONE } from '@forecourt/domain/civil-date.ts'
import { isOfLaterVersion } from '@forecourt/event-log/codec.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { endedBy, remindersFor } from '../reminders/reminders-for.ts'
import { dueFor } from './due-for.ts'
import { requestIn, settledBy } from './ledger.ts'

/**
 * The facts of a batch without those that are not what facts of their type are, such as one that was altered in the database.
 * Nothing follows from such a one, the operators are told, and what comes behind it, of all businesses, is not kept waiting.
 * @throws when one cannot be read that a later version has written: whoever is of that version makes something of it, and until
 *   then it waits, with all behind it
 */
export function understood(events: readonly Recorded[], log: Log): readonly Recorded[] {
  return events.filter((event) => {
    try {
      readWhole(event)
      return true
    } catch (error) {
      if (isOfLaterVersion(event)) throw error
      const { id: eventId, type: eventType, stream, position } = event
      log.error(
        { eventId, eventType, stream, position, error },
        'no mail and no document comes of an event: it cannot be read',
      )
      return false
    }
  })
}

/** @throws when something that the reactor wants to know of it is not there */
function readWhole(event: Recorded): void {
  dueFor(event)
  settledBy(event)
  endedBy(event)
  remindersFor(event, DEFAULT_TIME_ZONE)
  requestIn(event)
}
