import { DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { CustomerId } from '@forecourt/domain/ids.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import type { ScheduleFact } from '@forecourt/domain/schedule/events.ts'
import { combined, licenceNeedAfter } from '@forecourt/domain/schedule/licence-need.ts'
import { decode, open, type StoredFact, UnreadableEvent } from '@forecourt/event-log/codec.ts'
import { ERASED } from '@forecourt/event-log/erased.ts'
import type { EventLog, Filter, Position, Recorded } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import { z } from 'zod'
import { businessInLog } from './business-in-log.ts'
import {
  changeNeeds,
  enterUses,
  type NeedOfBooking,
  needsKnownUpTo,
  needsTold,
  noUsesOf,
  type Use,
} from './uses-register.ts'

interface Sources {
  readonly eventLog: EventLog
  readonly vault: Pick<Vault, 'keysOf'>
  readonly database: Queries
  readonly log: Log
  /** Aborts when the process is to stop. */
  readonly ending?: AbortSignal
}

const BOOKINGS_AND_CUSTOMERS: Filter = { prefixes: ['rent.schedule-', 'rent.customer-'] }
const BATCH = 500

/**
 * Enters which booking needs which licence, and until when, from where this was left to the log's present end. Nobody knows
 * of which licence an event speaks that cannot be read: then all of that customer's are needed.
 * @throws the reason of `ending` when the process is to stop; the next one goes on from there
 */
export async function enterLicenceUses(sources: Sources): Promise<void> {
  const { eventLog, database, ending } = sources
  const head = await eventLog.head()
  const timeZoneOf = timeZones(eventLog)
  let batch: Recorded[] = []
  let position: Position = head
  for await (const event of eventLog.readAll(await needsKnownUpTo(database), BOOKINGS_AND_CUSTOMERS)) {
    batch.push(event)
    if (event.position > position) position = event.position
    ending?.throwIfAborted()
    if (batch.length < BATCH) continue
    await enter(sources, batch, timeZoneOf)
    await needsTold(database, event.position)
    batch = []
  }
  await enter(sources, batch, timeZoneOf)
  await needsTold(database, position)
}

type TimeZoneOf = (businessId: string) => Promise<string>

async function enter(sources: Sources, events: readonly Recorded[], timeZoneOf: TimeZoneOf): Promise<void> {
  const { database, vault, log } = sources
  const uses: Use[] = []
  const needs = new Map<string, NeedOfBooking>()
  const erased: string[] = []
  const facts: StoredFact[] = []
  const closed = (event: Recorded | StoredFact, error: unknown) => {
    const { stream, position, type } = event
    log.error({ stream, position, eventType: type, error }, 'an event cannot be read: its customer’s licences are kept')
    uses.push(...unreadable(event))
  }
  for (const event of events) {
    try {
      const fact = decode(event)
      if (fact.kind === 'fact') facts.push(fact)
    } catch (error) {
      closed(event, error)
    }
  }
  const keys = await vault.keysOf(facts.filter(hasLicence).map(({ data }) => data.customerId))
  for (const fact of facts) {
    if (fact.type === 'CustomerErased') erased.push(fact.data.customerId)
    if (!isOfSchedule(fact) || !('bookingId' in fact.data)) continue
    const { bookingId, businessId } = fact.data
    if (hasLicence(fact)) {
      try {
        const personal = open(fact, keys)
        // Whoever was erased has no files.
        if (personal === ERASED) continue
        const { position } = fact
        const { customerId } = fact.data
        uses.push({ bookingId, businessId, customerId, objectPath: personal.licencePath, position })
      } catch (error) {
        closed(fact, error)
      }
      continue
    }
    const on = todayIn(await timeZoneOf(businessId), Instant.parse(fact.metadata.occurredAt))
    const need = licenceNeedAfter(fact, on)
    if (need === undefined) continue
    needs.set(bookingId, { bookingId, ...combined(needs.get(bookingId), need), position: fact.position })
  }
  await enterUses(database, uses)
  await changeNeeds(database, [...needs.values()])
  await noUsesOf(database, erased)
}

type WithLicence = Extract<StoredFact, { readonly type: 'BookingRequested' | 'BookingLicenceReplaced' }>
type OfSchedule = Extract<StoredFact, { readonly type: ScheduleFact['type'] }>

const hasLicence = (fact: StoredFact): fact is WithLicence =>
  fact.type === 'BookingRequested' || fact.type === 'BookingLicenceReplaced'

/** Facts of the customer speak of a booking as well. */
const isOfSchedule = (fact: StoredFact): fact is OfSchedule => fact.stream.startsWith('rent.schedule-')

/** Whoever the event is about, as far as it can be told. */
function unreadable({ id, position, metadata, ...event }: Recorded | StoredFact): Use[] {
  const told =
    typeof event.data === 'string' ? About.safeParse(jsonOf(event.data)).data : About.safeParse(event.data).data
  const customerId = CustomerId.safeParse(metadata.dataSubject).data ?? told?.customerId
  const businessId = z.uuid().safeParse(metadata.tenantId).data
  if (customerId === undefined || businessId === undefined) return []
  return [{ bookingId: id, businessId, customerId, objectPath: '', position }]
}

const About = z.object({ customerId: CustomerId })

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A business never changes its time zone. One that was never onboarded, or cannot be read, has the platform's. */
function timeZones(eventLog: EventLog): TimeZoneOf {
  const known = new Map<string, string>()
  return async (businessId) => {
    const before = known.get(businessId)
    if (before !== undefined) return before
    const timeZone = (await readable(businessInLog(eventLog, businessId)))?.timeZone ?? DEFAULT_TIME_ZONE
    known.set(businessId, timeZone)
    return timeZone
  }
}

/** Undefined instead of what cannot be read: it stands in nobody else's way. */
async function readable<Value>(value: Promise<Value>): Promise<Value | undefined> {
  try {
    return await value
  } catch (error) {
    if (error instanceof UnreadableEvent) return undefined
    throw error
  }
}
