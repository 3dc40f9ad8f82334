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

/** Several answers as one list, newest first; of who is in more than one the first counts. */
export function union(...lists: readonly (readonly Customer[])[]): Customer[] {
  const byId = new Map<string, Customer>()
  for (const customer of lists.flat()) if (!byId.has(customer.id)) byId.set(customer.id, customer)
  // Who came in the same instant stays in the server's order.
  return [...byId.values()].toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
}

export const withChange = (customers: readonly Customer[], id: string, change: Partial<Customer>): Customer[] =>
  customers.map((customer) => (customer.id === id ? { ...customer, ...change } : customer))

/** Somebody who is being erased has no name any more. */
export const nameOf = ({ name }: Customer) => name ?? 'Erased customer'
