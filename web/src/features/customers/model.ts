import type { Customer } from '@forecourt/contracts/customer.ts'

/** Rules of the customers page (specification section 2). */

/** What the page lists: not the hidden ones, and of the others those whose name or e-mail has the text in it. */
export function listed(customers: readonly Customer[], search: string): readonly Customer[] {
  const wanted = search.trim().toLocaleLowerCase('en-GB')
  return customers.filter(
    ({ hiddenFromCustomersPage, name, email }) =>
      !hiddenFromCustomersPage &&
      (wanted === '' || [name, email].some((text) => text?.toLocaleLowerCase('en-GB').includes(wanted))),
  )
}

/** The list with one customer changed: what staff see before the server has answered. */
export const withChange = (customers: readonly Customer[], id: string, change: Partial<Customer>): Customer[] =>
  customers.map((customer) => (customer.id === id ? { ...customer, ...change } : customer))

/** Somebody who is being erased has no name any more. */
export const nameOf = ({ name }: Customer) => name ?? 'Erased customer'
