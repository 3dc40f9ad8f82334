import { decode, open, type StoredFact } from '@forecourt/event-log/codec.ts'
import { ERASED } from '@forecourt/event-log/erased.ts'
import type { EventLog, Filter, Position, Recorded } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import { acknowledge, advance, askedUpTo } from './register.ts'

/** A fact uses a file. */
export interface Attachment {
  readonly path: string
  readonly businessId: string
  /** The customer whose licence it is; the business itself for a picture of its own. */
  readonly ownerId: string
}

interface Sources {
  readonly eventLog: EventLog
  readonly vault: Pick<Vault, 'keysOf'>
  readonly database: Queries
  /** Whether the rows of files are committed in front of their events, so that bookings have to be asked as well. */
  readonly rowsComeFirst: boolean
}

/** Pictures of vehicles were used before they had rows. */
const PICTURES: Filter = { prefixes: ['rent.vehicle-', 'rent.business-'] }
const PICTURES_AND_LICENCES: Filter = { prefixes: [...PICTURES.prefixes, 'rent.schedule-'] }
const BATCH = 500

/** Enters every file that the log speaks of, from where this was left to the log's present end. */
export async function acknowledgeAttachments(sources: Sources): Promise<void> {
  const { eventLog, database, rowsComeFirst } = sources
  const head = await eventLog.head()
  const from = await askedUpTo(database)
  let batch: Recorded[] = []
  let position: Position = head
  const enter = async () => {
    await acknowledge(database, await attachmentsIn(batch, sources.vault))
    batch = []
  }
  for await (const event of eventLog.readAll(from, rowsComeFirst ? PICTURES_AND_LICENCES : PICTURES)) {
    batch.push(event)
    if (event.position > position) position = event.position
    if (batch.length < BATCH) continue
    await enter()
    await advance(database, event.position)
  }
  await enter()
  await advance(database, position)
}

async function attachmentsIn(events: readonly Recorded[], vault: Pick<Vault, 'keysOf'>): Promise<Attachment[]> {
  const facts = events.map(decode).filter((fact) => fact.kind === 'fact')
  const requests = facts.filter((fact) => fact.type === 'BookingRequested')
  const keys = await vault.keysOf(requests.map(({ data }) => data.customerId))
  const licences = requests.flatMap((request) => {
    const personal = open(request, keys)
    const { businessId, customerId } = request.data
    // Whoever was erased has no files.
    return personal === ERASED ? [] : [{ path: personal.licencePath, businessId, ownerId: customerId }]
  })
  return [...licences, ...facts.flatMap(picturesOf)]
}

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
