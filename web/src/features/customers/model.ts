import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { type Customer, type LicenceStatusChange, LONGEST_LICENCE_REASON } from '@forecourt/contracts/customer.ts'
import { searchable, searchFor } from '../../lib/search.ts'

/** Rules of the customers page (specification section 2). */

/** What the page lists: not the hidden ones, and of the others those whose name or e-mail has each of the words in it. */
export function listed(customers: readonly Customer[], search: string): readonly Customer[] {
  const isFound = searchFor(search)
  return customers.filter(
    ({ hiddenFromCustomersPage, name, email }) =>
      !hiddenFromCustomersPage && (isFound === undefined || isFound(searchable(`${name ?? ''} ${email ?? ''}`))),
  )
}

/** The list with one customer changed: what staff see before the server has answered. */
export const withChange = (customers: readonly Customer[], id: string, change: Partial<Customer>): Customer[] =>
  customers.map((customer) => (customer.id === id ? { ...customer, ...change } : customer))

/** Somebody who is being erased has no name any more. */
export const nameOf = ({ name }: Customer) => name ?? 'Erased customer'

/** The list with a customer's licence checked, unless they have sent another picture than the one that was looked at. */
export const withCheck = (customers: readonly Customer[], id: string, check: LicenceStatusChange): Customer[] =>
  customers.map((customer) => {
    const { licenseImageUrl: seen = customer.licenseImageUrl } = check
    return customer.id === id && customer.licenseImageUrl === seen ? { ...customer, ...checkedAs(check) } : customer
  })

/** What a check of the licence makes of the customer. Who it was, and when, the server says. */
const checkedAs = ({ licenseStatus, reason }: LicenceStatusChange): Partial<Customer> => ({
  licenseStatus,
  licenseRefusedReason: reason ?? null,
  licenseCheckedAt: null,
  licenseCheckedBy: null,
})

/**
 * Whether what staff have said of a customer's licence is said of the picture that came with a booking. Of another picture it says
 * nothing, but that another one is wanted: then every request that there was by then needs one. The renter is told by the same rule
 * (`services/query/renter/my-booking.ts`).
 */
export function isSaidOf(
  { licenseStatus, licenseCheckedAt, licenseImageUrl }: Customer,
  booking: Pick<AdminBooking, 'licenseImageUrl' | 'createdAt'>,
): boolean {
  if (licenseImageUrl === booking.licenseImageUrl) return true
  if (licenseStatus !== 'refused' && licenseStatus !== 'expired') return false
  // What was said here a moment ago has no time yet.
  return licenseCheckedAt === null || Date.parse(licenseCheckedAt) >= Date.parse(booking.createdAt)
}

/** Why a licence cannot be refused like this; undefined when it can. @param reason as it was typed */
export function reasonError(reason: string): string | undefined {
  if (reason.trim() === '') return 'Please say why: the customer is told.'
  if (reason.trim().length > LONGEST_LICENCE_REASON) return `At most ${LONGEST_LICENCE_REASON} characters.`
  return undefined
}
