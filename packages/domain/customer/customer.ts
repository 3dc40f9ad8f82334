import type { BusinessId } from '../ids.ts'
import type { CustomerFact } from './events.ts'

/** Specification section 4. */
export type LicenceStatus = 'pending' | 'verified'

/**
 * What happened to a customer apart from their bookings. Nobody registers a customer: they are whoever has asked the
 * business for a booking, so a stream without any event is a customer like any other.
 */
export interface CustomerState {
  /** Unknown until the first event names it. */
  readonly businessId: BusinessId | null
  readonly licence: LicenceStatus
  readonly hiddenFromCustomersPage: boolean
  readonly erased: boolean
}

export const newCustomer: CustomerState = {
  businessId: null,
  licence: 'pending',
  hiddenFromCustomersPage: false,
  erased: false,
}

/** Folds one fact. */
export function evolve(customer: CustomerState, fact: CustomerFact): CustomerState {
  const known = { ...customer, businessId: fact.data.businessId }
  switch (fact.type) {
    case 'CustomerContactChanged':
      return known
    case 'CustomerLicenceVerified':
      return { ...known, licence: 'verified' }
    case 'CustomerLicenceReset':
      return { ...known, licence: 'pending' }
    case 'CustomerHiddenFromCustomersPage':
      return { ...known, hiddenFromCustomersPage: true }
    case 'CustomerErased':
      return { ...known, erased: true }
    default:
      return fact satisfies never
  }
}
