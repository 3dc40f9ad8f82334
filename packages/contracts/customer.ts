import * as z from 'zod/mini'
import { AdminBookingsQuery, LicencePath } from './booking.ts'
import { Instant } from './date.ts'
import { lines } from './text.ts'

/** Specification section 4; `refused` and `expired` are added to it. */
export const LicenceStatus = z.enum(
  ['pending', 'verified', 'refused', 'expired'],
  'pending, verified, refused or expired is expected',
)
export type LicenceStatus = z.infer<typeof LicenceStatus>

/** A customer as staff see them (specification section 3). Personal fields are null only while somebody is being erased. */
export const Customer = z.strictObject({
  id: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  licenseStatus: LicenceStatus,
  /** Why it was refused; null while it is not. */
  licenseRefusedReason: z.nullable(z.string()),
  /** When the status was last said by staff, and who did by name; null while nobody has looked at this picture. */
  licenseCheckedAt: z.nullable(Instant),
  licenseCheckedBy: z.nullable(z.string()),
  licenseImageUrl: z.nullable(z.string()),
  /** Hidden customers are in the list and say so. */
  hiddenFromCustomersPage: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Customer = z.infer<typeof Customer>

/** Answer of `GET /api/admin/customers`; the next page is in the `Link` header. */
export const Customers = z.array(Customer)

/** Query of `GET /api/admin/customers`; `q` searches name and e-mail. */
export const CustomersQuery = z.pick(AdminBookingsQuery, { limit: true, cursor: true, id: true, q: true })
export type CustomersQuery = z.infer<typeof CustomersQuery>

/** Answer of `PATCH /api/admin/customers/{id}/hide-from-customers-page`. */
export const CustomerHidden = z.strictObject({ id: z.string(), hidden: z.literal(true) })
export type CustomerHidden = z.infer<typeof CustomerHidden>

export const LONGEST_LICENCE_REASON = 500

/**
 * Body of `PUT /api/admin/customers/{id}/license-status`: a refusal, and nothing else, has a reason. `licenseImageUrl` is the
 * picture that staff had before them, null for none: when the customer has another one by now, nothing is said of that.
 * `from` is the status that they saw: when others have said something else since, that stays. Without them nothing is compared.
 */
export const LicenceStatusChange = z
  .strictObject({
    licenseStatus: LicenceStatus,
    reason: z.optional(lines(LONGEST_LICENCE_REASON)),
    licenseImageUrl: z.optional(z.nullable(LicencePath)),
    from: z.optional(LicenceStatus),
  })
  .check(
    z.refine(({ licenseStatus, reason }) => licenseStatus !== 'refused' || (reason !== undefined && reason !== ''), {
      error: 'Please say why it is refused: the customer is told.',
      path: ['reason'],
    }),
    z.refine(({ licenseStatus, reason }) => licenseStatus === 'refused' || reason === undefined, {
      error: 'Only a refusal has a reason',
      path: ['reason'],
    }),
  )
export type LicenceStatusChange = z.infer<typeof LicenceStatusChange>

/** Answer of `PUT /api/admin/customers/{id}/license-status`. */
export const LicenceStatusChanged = z.strictObject({ id: z.string(), licenseStatus: LicenceStatus })
export type LicenceStatusChanged = z.infer<typeof LicenceStatusChanged>

/** Answer of `DELETE /api/admin/customers/{id}`. */
export const CustomerErased = z.strictObject({ id: z.string(), erased: z.literal(true) })
export type CustomerErased = z.infer<typeof CustomerErased>
