import { decode, open, type StoredFact } from '@forecourt/event-log/codec.ts'
import { ERASED } from '@forecourt/event-log/erased.ts'
import type { EventLog, Filter, Position, Recorded } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import { z } from 'zod'
import { acknowledge, advance, askedUpTo, keep, keepAllOf } from './register.ts'

/** A fact uses a file. */
export interface Attachment {
  readonly path: string
  readonly businessId: string
  /** The customer whose licence or contract it is; the business itself for a picture of its own. */
  readonly ownerId: string
}

interface Sources {
  readonly eventLog: EventLog
  readonly vault: Pick<Vault, 'keysOf'>
  readonly database: Queries
  readonly log: Log
  /** Whether the rows of files are committed in front of their events, so that bookings have to be asked as well. */
  readonly rowsComeFirst: boolean
  /** Aborts when the process is to stop. */
  readonly ending?: AbortSignal
}

/** Pictures of vehicles were used before they had rows. */
const PICTURES: Filter = { prefixes: ['rent.vehicle-', 'rent.business-'] }
const PICTURES_AND_CUSTOMERS_FILES: Filter = { prefixes: [...PICTURES.prefixes, 'rent.schedule-'] }
const BATCH = 500

/**
 * Enters every file that the log speaks of, from where this was left to the log's present end. Nobody knows which file an
 * event that cannot be read speaks of: then everything is kept that can be its.
 * @throws the reason of `ending` when the process is to stop; the next one goes on from there
 */
export async function acknowledgeAttachments(sources: Sources): Promise<void> {
  const { eventLog, database, rowsComeFirst, ending } = sources
  const head = await eventLog.head()
  let asked = await askedUpTo(database, 'files')
  const from = asked.upTo
  let batch: Recorded[] = []
  let position: Position = head
  const enter = async () => {
    const { facts, unreadable } = decoded(batch, sources.log)
    const { licences, closed } = await licencesIn(facts, sources)
    const contracts = await contractsIn(facts, sources)
    const seen = unreadable.flatMap(picturesSeenIn)
    await acknowledge(database, [...licences, ...contracts, ...facts.flatMap(picturesOf), ...seen])
    await keep(database, unreadable.flatMap(contractsSeenIn))
    await keepAllOf(database, [...unreadable, ...closed].flatMap(personOf))
    batch = []
  }
  // From the beginning: also where rows come with their events there may be none, of a vault that was put back from a back-up.
  const speaking = rowsComeFirst || from === 'start' ? PICTURES_AND_CUSTOMERS_FILES : PICTURES
  for await (const event of eventLog.readAll(from, speaking)) {
    batch.push(event)
    if (event.position > position) position = event.position
    ending?.throwIfAborted()
    if (batch.length < BATCH) continue
    await enter()
    asked = await advance(database, 'files', asked, event.position)
  }
  await enter()
  await advance(database, 'files', asked, position)
}

function decoded(events: readonly Recorded[], log: Log) {
  const facts: StoredFact[] = []
  const unreadable: Recorded[] = []
  for (const event of events) {
    try {
      const fact = decode(event)
      if (fact.kind === 'fact') facts.push(fact)
    } catch (error) {
      tell(log, event, error)
      unreadable.push(event)
    }
  }
  return { facts, unreadable }
}

/** Licences that these facts speak of, and the facts that could not be opened. */
async function licencesIn(facts: readonly StoredFact[], { vault, log }: Sources) {
  const requests = facts.filter((fact) => fact.type === 'BookingRequested' || fact.type === 'BookingLicenceReplaced')
  const keys = await vault.keysOf(requests.map(({ data }) => data.customerId))
  const licences: Attachment[] = []
  const closed: StoredFact[] = []
  for (const request of requests) {
    try {
      const personal = open(request, keys)
      const { businessId, customerId } = request.data
      // Whoever was erased has no files.
      if (personal !== ERASED) licences.push({ path: personal.licencePath, businessId, ownerId: customerId })
    } catch (error) {
      tell(log, request, error)
      closed.push(request)
    }
  }
  return { licences, closed }
}

/** Contracts that these facts speak of. Whoever was erased has no files. */
async function contractsIn(facts: readonly StoredFact[], { vault }: Sources): Promise<Attachment[]> {
  const contracts = facts.flatMap((fact) =>
    'contractPath' in fact.data
      ? [{ path: fact.data.contractPath, businessId: fact.data.businessId, ownerId: fact.data.customerId }]
      : [],
  )
  const keys = await vault.keysOf(contracts.map(({ ownerId }) => ownerId))
  return contracts.filter(({ ownerId }) => keys.has(ownerId))
}

function tell(log: Log, { stream, position, type }: Pick<Recorded, 'stream' | 'position' | 'type'>, error: unknown) {
  log.error({ stream, position, eventType: type, error }, 'an event cannot be read: files that can be its are kept')
}

/** Pictures are not sealed, so their paths can be seen in an event whatever else is wrong with it. */
function picturesSeenIn({ data, metadata: { tenantId = '' } }: Recorded): Attachment[] {
  if (!isUuid(tenantId)) return []
  return Array.from(data.matchAll(PICTURE), ([path]) => ({ path, businessId: tenantId, ownerId: tenantId }))
}

const PICTURE = /\/objects\/(?:vehicles|logos)\/[A-Za-z0-9_.-]+/g

/** Nor are those of contracts; whose they are, only their rows can tell. */
const contractsSeenIn = ({ data }: Recorded): string[] => Array.from(data.matchAll(CONTRACT), ([path]) => path)

const CONTRACT = /\/objects\/contracts\/[A-Za-z0-9_.-]+/g

/** Whose key has sealed what the event says. */
function personOf({ metadata: { dataSubject = '' } }: Recorded | StoredFact): string[] {
  return isUuid(dataSubject) ? [dataSubject] : []
}

const isUuid = (text: string) => z.uuid().safeParse(text).success

function picturesOf(fact: StoredFact): Attachment[] {
  const path = pictureOf(fact)
  if (path === null || !('businessId' in fact.data)) return []
  const { businessId } = fact.data
  return businessId === null ? [] : [{ path, businessId, ownerId: businessId }]
}

function pictureOf(fact: StoredFact): string | null {
  if (fact.type === 'VehicleAddedToFleet' || fact.type === 'VehicleDetailsChanged') return fact.data.details.imagePath
  return fact.type === 'BusinessBrandingChanged' ? fact.data.logoPath : null
}
