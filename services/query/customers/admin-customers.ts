import { type Customer, type CustomersQuery, LicenceStatus } from '@forecourt/contracts/customer.ts'
import { z } from 'zod'
import { COLLEAGUE_NAME } from '../reading/colleague-name.ts'
import { decodeCursor, PlaceInTime, pageOf } from '../reading/pages.ts'
import type { Read } from '../reading/reads.ts'
import { hasEachWord, wordsOf } from '../reading/search.ts'

const CustomerRow = z.object({
  customer_id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  licence_path: z.string().nullable(),
  licence_status: LicenceStatus,
  licence_refused_reason: z.string().nullable(),
  licence_checked_at: z.iso.datetime({ offset: true }).nullable(),
  licence_checked_by: z.string().nullable(),
  hidden_from_customers_page: z.boolean(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
})
type CustomerRow = z.infer<typeof CustomerRow>

function customer(row: CustomerRow): Customer {
  return {
    id: row.customer_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    licenseStatus: row.licence_status,
    licenseRefusedReason: row.licence_refused_reason,
    licenseCheckedAt: row.licence_checked_at === null ? null : new Date(row.licence_checked_at).toISOString(),
    licenseCheckedBy: row.licence_checked_by,
    licenseImageUrl: row.licence_path,
    hiddenFromCustomersPage: row.hidden_from_customers_page,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

interface Input {
  readonly limit: number
  /** Of the only one that is wanted. */
  readonly id?: string | undefined
  readonly q?: string | undefined
  /** Those of `q`; all are needed. */
  readonly words?: readonly string[]
  /** First booking and id of the last customer of the page before. */
  readonly after?: readonly [createdAt: string, customerId: string] | undefined
}

const Cursor = z.tuple([PlaceInTime, z.uuid()])

/** @throws {Problem} 400 a cursor that we did not give */
export function adminCustomersInput({ limit, cursor, id, q }: CustomersQuery): Input {
  return { limit: Number(limit ?? 500), id, q, words: wordsOf(q), after: decodeCursor(cursor, Cursor) }
}

/**
 * The member's customers, newest first (`GET /api/admin/customers`), those who were erased left out. Hidden ones are in it
 * and say so. `q` searches name and e-mail (specification section 2, Customers).
 */
export const readAdminCustomers: Read<CustomerRow, Input> = {
  name: 'admin customers',
  query: `
    select
      customer_id, name, email, phone, address, licence_path, licence_status, licence_refused_reason, licence_checked_at,
      (
        select ${COLLEAGUE_NAME}
        from users colleague
        where colleague.user_id = licence_checked_by and colleague.business_id = $1
      ) as licence_checked_by,
      hidden_from_customers_page, created_at, updated_at
    from customers
    where business_id = $1
      and not is_erased
      and ($4 ->> 'id' is null or customer_id::text = $4 ->> 'id')
      and ($4 ->> 'q' is null or ${hasEachWord('name', 'email')})
      and (
        $4 -> 'after' is null
        or (created_at, customer_id) < (($4 -> 'after' ->> 0)::timestamptz, ($4 -> 'after' ->> 1)::uuid)
      )
    order by created_at desc, customer_id desc
    limit ($4 ->> 'limit')::integer + 1`,
  row: CustomerRow,
  dependsOnToday: false,
  present: (rows, { limit, id, q }) =>
    pageOf(rows, {
      limit,
      path: '/api/admin/customers',
      parameters: { limit, id, q },
      show: customer,
      cursor: (last) => [new Date(last.created_at).toISOString(), last.customer_id],
    }),
}
