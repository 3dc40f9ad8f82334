import {
  CustomerErased,
  CustomerHidden,
  Customers,
  CustomersQuery,
  LicenceStatusChange,
  LicenceStatusChanged,
} from '../customer.ts'
import { type Call, json, rows, type Section } from './call.ts'
import { CUSTOMER } from './examples.ts'
import { Nothing } from './nothing.ts'

const section: Section = {
  name: 'Customers',
  about: 'Who has asked a business for a vehicle. A customer is told by their e-mail address, within the business.',
}

const customer = { names: 'customer', about: 'The customer.' } as const
const WROTE = ['X-Log-Position', 'Set-Cookie'] as const

export const customerCalls: readonly Call[] = [
  {
    id: 'listCustomers',
    section,
    method: 'GET',
    path: '/api/admin/customers',
    summary: 'Customers of your business, newest first',
    about: 'Those who were erased are not in it; hidden ones are, and say so.',
    service: 'query',
    access: 'member',
    query: CustomersQuery,
    answers: rows('A page of the customers.', Customers, ['Link']),
    example: { query: { limit: '50', q: 'byron' } },
  },
  {
    id: 'hideCustomer',
    section,
    method: 'PATCH',
    path: '/api/admin/customers/{id}/hide-from-customers-page',
    summary: 'Take a customer out of the customers page',
    about: 'They stay a customer, count in the figures, and stay in the list, marked.',
    service: 'command',
    access: 'member',
    params: { id: customer },
    body: Nothing,
    mayBeBare: true,
    idempotent: true,
    answers: { 200: json('They are hidden.', CustomerHidden, WROTE) },
    example: { params: { id: CUSTOMER } },
  },
  {
    id: 'changeLicenceStatus',
    section,
    method: 'PUT',
    path: '/api/admin/customers/{id}/license-status',
    summary: "Say what came of looking at a customer's licence",
    about:
      'Who says so is written down. A customer whose licence is refused, or expired, is mailed, with the reason. Another picture is pending again: `licenseImageUrl` says which one you saw, so that you say nothing of one that you have not seen. `from` is the status that you saw: where others have said something else since, neither what was asked nor that, theirs stays.',
    service: 'command',
    access: 'member',
    params: { id: customer },
    body: LicenceStatusChange,
    idempotent: true,
    answers: { 200: json('What it is now.', LicenceStatusChanged, WROTE) },
    refusals: { 409: ['licence-changed', 'licence-status-changed'] },
    example: {
      params: { id: CUSTOMER },
      body: { licenseStatus: 'refused', reason: 'The picture is too dark to read.' },
    },
  },
  {
    id: 'eraseCustomer',
    section,
    method: 'DELETE',
    path: '/api/admin/customers/{id}',
    summary: 'Erase a customer',
    about:
      'The key to their personal data is destroyed, their files are deleted; dates and money of their bookings stay. Their requests that still wait are rejected. There is no way back. Doing it again answers the same.',
    service: 'command',
    access: 'member',
    params: { id: customer },
    body: Nothing,
    mayBeBare: true,
    idempotent: true,
    answers: { 200: json('They are erased.', CustomerErased, WROTE) },
    refusals: { 409: ['customer-has-bookings'] },
    example: { params: { id: CUSTOMER } },
  },
]
