import type { Business } from '@forecourt/domain/business/business.ts'
import { businessDecider } from '@forecourt/domain/business/decider.ts'
import { BusinessId, type VehicleId, vehicleOf } from '@forecourt/domain/ids.ts'
import { businessStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { vehicleDecider } from '@forecourt/domain/vehicle/decider.ts'
import { decode, open, type PersonalOf, type StoredFact } from '@forecourt/event-log/codec.ts'
import { ERASED } from '@forecourt/event-log/erased.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import { requestOf } from '../reactor/ledger.ts'
import { dayInWords, daysInWords, poundsInWords } from './in-words.ts'
import type { BookingInWords } from './wording.ts'

/** Where the facts come from that a letter is made of. */
export interface Sources {
  readonly eventLog: EventLog
  readonly vault: Vault
  readonly database: Queries
  /** Where browsers find the product. */
  readonly publicUrl: string
}

type Request = Extract<StoredFact, { readonly type: 'BookingRequested' }>

/** All that a letter about a booking needs. */
export interface Particulars {
  readonly business: Business
  readonly request: Request
  readonly personal: PersonalOf<'BookingRequested'>
  readonly inWords: BookingInWords
}

/**
 * Gathers what a letter about a fact is made of, from the log alone.
 * @param fact BookingRequested, or a later fact of the same booking
 * @returns undefined when the customer was erased meanwhile: there is nobody to write to
 * @throws {Error} the log does not hold what the fact speaks of
 */
export async function particularsOf(sources: Sources, fact: StoredFact): Promise<Particulars | undefined> {
  const request = fact.type === 'BookingRequested' ? fact : await requestBehind(sources, fact)
  const { customerId, businessId, vehicleId, reference, pickupDate, dropoffDate, days, dailyRate, totalAmount } =
    request.data
  const personal = open(request, await sources.vault.keysOf([customerId]))
  if (personal === ERASED) return undefined
  const business = await businessOf(sources, businessId)
  const inWords: BookingInWords = {
    business: business.name,
    reference,
    vehicle: await vehicleName(sources, vehicleId),
    pickup: dayInWords(pickupDate),
    dropoff: dayInWords(dropoffDate),
    days: daysInWords(days),
    dailyRate: poundsInWords(dailyRate),
    total: poundsInWords(totalAmount),
    customer: personal.customer,
    notes: personal.notes,
    dashboardUrl: `${sources.publicUrl}/${business.slug}/admin`,
  }
  return { business, request, personal, inWords }
}

async function requestBehind({ eventLog, database }: Sources, fact: StoredFact): Promise<Request> {
  if (!('bookingId' in fact.data)) throw new Error(`${fact.type} is about no booking`)
  const revision = await requestOf(database, fact.data.bookingId)
  if (revision === undefined)
    throw new Error(`the request of a booking of ${vehicleOf(fact.data.bookingId)} is unknown`)
  for await (const recorded of eventLog.read(fact.stream, revision)) {
    const request = decode(recorded)
    if (request.kind === 'fact' && request.type === 'BookingRequested') return request
    break
  }
  throw new Error(`${fact.stream} has no request at revision ${revision}`)
}

async function businessOf({ eventLog }: Sources, id: string): Promise<Business> {
  let business = businessDecider.initial()
  for await (const recorded of eventLog.read(businessStream(BusinessId.parse(id)))) {
    const fact = decode(recorded)
    if (fact.kind === 'fact' && isOf(fact, 'Business')) business = businessDecider.evolve(business, fact)
  }
  if (business === undefined) throw new Error(`there is no business ${id}`)
  return business
}

async function vehicleName({ eventLog }: Sources, id: VehicleId): Promise<string> {
  let vehicle = vehicleDecider.initial()
  for await (const recorded of eventLog.read(vehicleStream(id))) {
    const fact = decode(recorded)
    if (fact.kind === 'fact' && isOf(fact, 'Vehicle')) vehicle = vehicleDecider.evolve(vehicle, fact)
  }
  if (vehicle === undefined) throw new Error(`there is no vehicle ${id}`)
  return vehicle.details.name
}

/** Narrows a fact to those whose type begins with the noun. */
function isOf<Noun extends 'Business' | 'Vehicle'>(
  fact: StoredFact,
  noun: Noun,
): fact is Extract<StoredFact, { readonly type: `${Noun}${string}` }> {
  return fact.type.startsWith(noun)
}
