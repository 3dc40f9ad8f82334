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
import { saysErased } from './erased-in-log.ts'
import { type Asked, advance, askedUpTo } from './register.ts'
import { changeNeeds, enterUses, type NeedOfBooking, noUsesOf, type Use } from './uses-register.ts'

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
 * @returns up to where all of it is entered
 * @throws the reason of `ending` when the process is to stop; the next one goes on from there
 */
export async function enterLicenceUses(sources: Sources): Promise<Position> {
  const { eventLog, database } = sources
  const head = await eventLog.head()
  const timeZoneOf = timeZones(eventLog)
  for (;;) {
    const asked = await askedUpTo(database, 'licences')
    if (asked.upTo !== 'start' && asked.upTo >= head) return asked.upTo
    const upTo = await enterFrom(sources, asked, head, timeZoneOf)
    if (upTo !== undefined) return upTo
  }
}

/**
 * @returns undefined when the note of how far the log was asked was written anew, or taken away, meanwhile: by another worker, or by
 *   an operator who has put keys back, without which this was read
 */
async function enterFrom(
  sources: Sources,
  from: Asked,
  head: Position,
  timeZoneOf: TimeZoneOf,
): Promise<Position | undefined> {
  const { eventLog, database, ending } = sources
  let asked = from
  let batch: Recorded[] = []
  let position = head
  const enterUpTo = async (to: Position) => {
    const told = await toldBy(sources, batch, timeZoneOf)
    batch = []
    const { version } = asked
    // Together with the note: what was read before that was taken away must not be there after it.
    asked = await database.transaction(async (transaction) => {
      const moved = await advance(transaction, 'licences', asked, to)
      if (moved.version !== version) await enter(transaction, told)
      return moved
    })
    return asked.version !== version
  }
  for await (const event of eventLog.readAll(from.upTo, BOOKINGS_AND_CUSTOMERS)) {
    batch.push(event)
    if (event.position > position) position = event.position
    ending?.throwIfAborted()
    if (batch.length < BATCH) continue
    if (!(await enterUpTo(event.position))) return undefined
  }
  return (await enterUpTo(position)) ? position : undefined
}

type TimeZoneOf = (businessId: string) => Promise<string>

/** What some events say of licences. */
interface Told {
  readonly uses: readonly Use[]
  readonly needs: readonly NeedOfBooking[]
  readonly erased: readonly string[]
}

async function enter(database: Queries, { uses, needs, erased }: Told): Promise<void> {
  await enterUses(database, uses)
  await changeNeeds(database, needs)
  await noUsesOf(database, erased)
}

async function toldBy(sources: Sources, events: readonly Recorded[], timeZoneOf: TimeZoneOf): Promise<Told> {
  const { eventLog, vault, log } = sources
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
  let keysMissing = 0
  const keys = await vault.keysOf(facts.filter(hasLicence).map(({ data }) => data.customerId))
  for (const fact of facts) {
    if (fact.type === 'CustomerErased') erased.push(fact.data.customerId)
    if (!isOfSchedule(fact) || !('bookingId' in fact.data)) continue
    const { bookingId, businessId } = fact.data
    if (hasLicence(fact)) {
      const { customerId } = fact.data
      if (!keys.has(customerId)) {
        // Whoever was erased has no files. Of anybody else the vault has lost the key, and it may come back.
        if (await saysErased(eventLog, customerId)) continue
        uses.push(...unreadable(fact))
        keysMissing += 1
        continue
      }
      try {
        const personal = open(fact, keys)
        if (personal === ERASED) continue
        const { position } = fact
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
  if (keysMissing > 0) {
    log.error({ count: keysMissing }, 'bookings have no key, and nobody was erased: their customers’ licences are kept')
  }
  return { uses, needs: [...needs.values()], erased }
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
