import {
  CustomerHidden,
  Customers,
  type LicenceStatusChange,
  LicenceStatusChanged,
} from '@forecourt/contracts/customer.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { get, getPage, type Sender, send } from '../../lib/api.ts'
import { keptForMember } from '../../offline/query-copy.ts'

/** The server gives so many without being asked for another number (decisions: bookings). */
export const NEWEST = 500

/** The business's customers, newest first. */
export const customers = () =>
  queryOptions({
    queryKey: ['admin', 'customers'],
    queryFn: ({ signal }) => get(Customers, '/api/admin/customers', signal),
    ...keptForMember,
  })

/** All of them, page by page: what is older than the newest ones. Asked for on demand, and kept on no device. */
export const olderCustomers = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'customers', 'older'],
    queryFn: ({ signal, pageParam }) => getPage(Customers, pageParam, signal),
    meta: { has: 'pages' },
    initialPageParam: '/api/admin/customers',
    getNextPageParam: ({ next }) => next,
  })

/** Customers whose name or e-mail has the text in it, however long ago they came. */
export const foundCustomers = (search: string) =>
  queryOptions({
    queryKey: ['admin', 'customers', 'found', search],
    queryFn: ({ signal }) => get(Customers, `/api/admin/customers?${new URLSearchParams({ q: search })}`, signal),
    meta: { has: 'rows' },
  })

/** The customer of that id, in a list of its own; none when there is none. What the address names may be far back. */
export const customerById = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'customers', 'one', id],
    queryFn: ({ signal }) => get(Customers, `/api/admin/customers?${new URLSearchParams({ id })}`, signal),
    meta: { has: 'rows' },
  })

const pathOf = (id: string) => `/api/admin/customers/${encodeURIComponent(id)}`

/** Puts a customer out of sight of the customers page. The same key again counts once. */
export const hideCustomer = (id: string, { key, member }: Sender) =>
  send(CustomerHidden, 'PATCH', `${pathOf(id)}/hide-from-customers-page`, undefined, key, member)

/** Says what a look at a licence has found, or that it is to be looked at again. The same key again counts once. */
export const setLicenceStatus = (id: string, change: LicenceStatusChange, { key, member }: Sender) =>
  send(LicenceStatusChanged, 'PUT', `${pathOf(id)}/license-status`, change, key, member)
