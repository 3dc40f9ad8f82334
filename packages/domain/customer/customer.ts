import type { BusinessId, CustomerId } from '../ids.ts'
import type { CustomerFact } from './events.ts'

/** Specification section 4; `refused` and `expired` are added to it. */
export type LicenceStatus = 'pending' | 'verified' | 'refused' | 'expired'

/**
 * What happened to a customer apart from their bookings. Nobody registers a customer: they are whoever has asked the
 * business for a booking, so a stream without any event is a customer like any other.
 */
export interface CustomerState {
  /** Unknown until the first event names it. */
  readonly businessId: BusinessId | null
  readonly licence: LicenceStatus
  /** What tells the picture that was checked from others; null when none was, or nobody wrote down which. */
  readonly picture: string | null
  /** What tells the reason of a refusal from others. */
  readonly reasonMark: string | null
  /** What tells the pictures that were deleted, because their days were over, from others. */
  readonly deletedPictures: readonly string[]
  readonly hiddenFromCustomersPage: boolean
  readonly erased: boolean
}

const UNCHECKED = { licence: 'pending', picture: null, reasonMark: null } as const

export const newCustomer: CustomerState = {
  businessId: null,
  ...UNCHECKED,
  deletedPictures: [],
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
      return { ...known, licence: 'verified', picture: fact.data.picture, reasonMark: null }
    case 'CustomerLicenceRefused':
      return { ...known, licence: 'refused', picture: fact.data.picture, reasonMark: fact.data.mark }
    case 'CustomerLicenceExpired':
      return { ...known, licence: 'expired', picture: fact.data.picture, reasonMark: null }
    case 'CustomerLicenceReset':
      return { ...known, ...UNCHECKED }
    case 'CustomerLicenceDeleted':
      return { ...known, deletedPictures: [...known.deletedPictures, fact.data.picture] }
    case 'CustomerHiddenFromCustomersPage':
      return { ...known, hiddenFromCustomersPage: true }
    case 'CustomerErased':
      return { ...known, erased: true }
    default:
      return fact satisfies never
  }
}

/** Erased, or another business's. */
export function isAbsent({ businessId, erased }: CustomerState, command: { readonly businessId: BusinessId }): boolean {
  return erased || (businessId !== null && businessId !== command.businessId)
}

/** Whom an event is about. */
export function subject({
  customerId,
  businessId,
}: {
  readonly customerId: CustomerId
  readonly businessId: BusinessId
}) {
  return { customerId, businessId }
}
