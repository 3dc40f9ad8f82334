import { DEFAULT_TIME_ZONE } from '@forecourt/domain/civil-date.ts'
import { BusinessId } from '@forecourt/domain/ids.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import { decode, UnreadableEvent } from '@forecourt/event-log/codec.ts'
import type { EventLog, Recorded } from '@forecourt/event-log/port.ts'
import type { EnteredReminder } from './book.ts'
import { remindersFor } from './reminders-for.ts'

type TimeZoneOf = (tenantId: string | undefined) => Promise<string>

/** Reminders that follow from a batch of facts. */
export async function remindersOf(events: readonly Recorded[], timeZoneOf: TimeZoneOf): Promise<EnteredReminder[]> {
  const reminders: EnteredReminder[] = []
  for (const event of events) {
    if (event.type !== 'BookingRequested' && event.type !== 'BookingApproved') continue
    const { stream, revision } = event
    const timeZone = await timeZoneOf(event.metadata.tenantId)
    reminders.push(...remindersFor(event, timeZone).map((reminder) => ({ ...reminder, stream, revision })))
  }
  return reminders
}

/** Of more businesses than this the time zones are not remembered: they are asked for anew. */
const REMEMBERED = 10_000

/** Businesses never move to another time zone: each is asked for once, mostly. */
export function createTimeZones(eventLog: EventLog): TimeZoneOf {
  const known = new Map<string, string>()
  return async (tenantId) => {
    const id = BusinessId.safeParse(tenantId).data
    if (id === undefined) return DEFAULT_TIME_ZONE
    const timeZone = known.get(id) ?? (await timeZoneIn(eventLog, id))
    if (known.size >= REMEMBERED) known.clear()
    known.set(id, timeZone)
    return timeZone
  }
}

async function timeZoneIn(eventLog: EventLog, id: BusinessId): Promise<string> {
  for await (const recorded of eventLog.read(businessStream(id))) {
    if (recorded.type !== 'BusinessOnboarded') continue
    try {
      const fact = decode(recorded)
      if (fact.kind === 'fact' && fact.type === 'BusinessOnboarded') return fact.data.timeZone
    } catch (error) {
      // Reminders by London's clock are better than no mail for anybody.
      if (!(error instanceof UnreadableEvent)) throw error
    }
  }
  return DEFAULT_TIME_ZONE
}
