import type { ToldFact } from './facts.ts'

/** The stored rows that a batch of facts is about, by their ids. */
export interface Needs {
  readonly businesses: ReadonlySet<string>
  readonly users: ReadonlySet<string>
  readonly vehicles: ReadonlySet<string>
  readonly customers: ReadonlySet<string>
  readonly bookings: ReadonlySet<string>
  readonly maintenance: ReadonlySet<string>
  readonly mails: ReadonlySet<string>
  /** Customers all of whose bookings are needed. */
  readonly bookingsOf: ReadonlySet<string>
}

/** Facts that make a row need none: what they make is not stored yet. */
const BEGINNINGS: ReadonlySet<string> = new Set([
  'BusinessOnboarded',
  'UserRegistered',
  'VehicleAddedToFleet',
  'MaintenanceScheduled',
])

/** What `project` will look up while it goes through these facts. */
export function rowsNeededBy(facts: Iterable<ToldFact>): Needs {
  const needs = {
    businesses: new Set<string>(),
    users: new Set<string>(),
    vehicles: new Set<string>(),
    customers: new Set<string>(),
    bookings: new Set<string>(),
    maintenance: new Set<string>(),
    mails: new Set<string>(),
    bookingsOf: new Set<string>(),
  }
  for (const { type, data } of facts) {
    if (BEGINNINGS.has(type)) continue
    if ('notificationId' in data) {
      needs.mails.add(data.notificationId)
      continue
    }
    if ('maintenanceId' in data) {
      needs.maintenance.add(data.maintenanceId)
      continue
    }
    // One of a calendar may name a vehicle, whose row stays as it is.
    if ('feedId' in data) {
      needs.businesses.add(data.businessId)
      continue
    }
    if ('customerId' in data) needs.customers.add(data.customerId)
    if ('bookingId' in data) {
      if (type !== 'BookingRequested' && data.bookingId !== null) needs.bookings.add(data.bookingId)
    } else if ('vehicleId' in data) needs.vehicles.add(data.vehicleId)
    else if ('userId' in data) needs.users.add(data.userId)
    else if (!('customerId' in data)) needs.businesses.add(data.businessId)
    if (type === 'CustomerErased' || type === 'CustomerLicenceDeleted') needs.bookingsOf.add(data.customerId)
  }
  return needs
}
