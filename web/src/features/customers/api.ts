import { CustomerHidden, Customers, type LicenceStatus, LicenceStatusChanged } from '@forecourt/contracts/customer.ts'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../lib/api.ts'
import { keptForMember } from '../../offline/query-copy.ts'

/** The business's customers, newest first. */
export const customers = () =>
  queryOptions({
    queryKey: ['admin', 'customers'],
    queryFn: ({ signal }) => get(Customers, '/api/admin/customers', signal),
    ...keptForMember,
  })

const pathOf = (id: string) => `/api/admin/customers/${encodeURIComponent(id)}`

export const hideCustomer = (id: string, key: string) =>
  send(CustomerHidden, 'PATCH', `${pathOf(id)}/hide-from-customers-page`, undefined, key)

export const setLicenceStatus = (id: string, licenseStatus: LicenceStatus, key: string) =>
  send(LicenceStatusChanged, 'PUT', `${pathOf(id)}/license-status`, { licenseStatus }, key)
