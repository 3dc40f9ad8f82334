import type { KeyObject } from 'node:crypto'
import { bookingPage } from '@forecourt/contracts/renter-booking.ts'
import type { Business } from '@forecourt/domain/business/business.ts'
import { businessDecider } from '@forecourt/domain/business/decider.ts'
import { BusinessId, type VehicleId } from '@forecourt/domain/ids.ts'
import { businessStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { vehicleDecider } from '@forecourt/domain/vehicle/decider.ts'
import { decode, open, type PersonalOf, type StoredFact } from '@forecourt/event-log/codec.ts'
import { ERASED } from '@forecourt/event-log/erased.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import { mintBookingToken } from '@forecourt/kit/booking-link.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import type { BookingHistory, Request } from './booking-history.ts'
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

/** Where the facts come from that a letter about a booking is made of. */
interface BookingSources extends Sources {
  /** `LOOKUP_KEY`: the renter's link is made here and nowhere before, so that neither the log nor a queue ever holds it. */
  readonly lookupKey: KeyObject
}

/** All that a letter about a booking needs. */
export interface Particulars {
  readonly business: Business
  readonly request: Request
  readonly personal: PersonalOf<'BookingRequested'>
  readonly inWords: BookingInWords
}

/**
 * Gathers what a letter about a booking is made of, from the log alone.
 * @returns undefined when the customer was erased meanwhile: there is nobody to write to
 * @throws {Error} the log does not hold what the request speaks of
 */
export async function particularsOf(
  sources: BookingSources,
  { request, linkVersion: version }: Pick<BookingHistory, 'request' | 'linkVersion'>,
): Promise<Particulars | undefined> {
  const { bookingId, customerId, businessId, vehicleId } = request.data
  // Asked anew for every mail: a key that this process remembers would still open what was erased a moment ago.
  sources.vault.drop(customerId)
  const [keys, business, vehicle] = await Promise.all([
    sources.vault.keysOf([customerId]),
    businessOf(sources, businessId),
    vehicleName(sources, vehicleId),
  ])
  const personal = open(request, keys)
  if (personal === ERASED) return undefined
  const token = mintBookingToken(sources.lookupKey, { bookingId, businessId, version })
  const places = { publicUrl: sources.publicUrl, token }
  return { business, request, personal, inWords: inWords(business, vehicle, request.data, personal, places) }
}

/** A booking as the letters tell it. */
export function inWords(
  business: Business,
  vehicle: string,
  { reference, pickupDate, dropoffDate, days, dailyRate, totalAmount }: Request['data'],
  { customer, notes }: PersonalOf<'BookingRequested'>,
  { publicUrl, token }: { readonly publicUrl: string; readonly token: string },
): BookingInWords {
  return {
    business: {
      name: business.name,
      email: business.contactEmail,
      phone: business.contactPhone,
      address: business.address,
    },
    reference,
    vehicle,
    pickup: dayInWords(pickupDate),
    dropoff: dayInWords(dropoffDate),
    days: daysInWords(days),
    dailyRate: poundsInWords(dailyRate),
    total: poundsInWords(totalAmount),
    customer,
    notes,
    dashboardUrl: `${publicUrl}/${business.slug}/admin`,
    portalUrl: `${publicUrl}/${business.slug}/portal`,
    pageUrl: publicUrl + bookingPage(business.slug, token),
  }
}

/** The business as the log tells it now. @throws {Error} there is none */
export async function businessOf({ eventLog }: Pick<Sources, 'eventLog'>, id: string): Promise<Business> {
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
export function isOf<Noun extends 'Business' | 'Vehicle'>(
  fact: StoredFact,
  noun: Noun,
): fact is Extract<StoredFact, { readonly type: `${Noun}${string}` }> {
  return fact.type.startsWith(noun)
}
