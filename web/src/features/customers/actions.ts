import { LicenceStatus } from '@forecourt/contracts/customer.ts'
import * as z from 'zod/mini'
import { type Action, effectOn, overtakenOn } from '../../offline/outbox/action.ts'
import { customers, hideCustomer, setLicenceStatus } from './api.ts'
import { withChange, withCheck } from './model.ts'

/** What staff do with customers, with or without a network. */

const One = z.object({ id: z.string() })
/**
 * `licenseImageUrl` is the picture that the person saw: another one that arrives meanwhile is not taken for it. `from` is the status
 * that they saw: what others have said since is not taken back.
 */
const Checked = z.object({
  id: z.string(),
  licenseStatus: LicenceStatus,
  reason: z.optional(z.string()),
  licenseImageUrl: z.optional(z.nullable(z.string())),
  from: z.optional(LicenceStatus),
})

const subject = ({ id }: { readonly id: string }) => `customer ${id}`

const DONE: Readonly<Record<LicenceStatus, string>> = {
  pending: 'License marked as pending',
  verified: 'License verified',
  refused: 'License refused',
  expired: 'License marked as expired',
}

/** A refusal is understood beside what is known of the customer by now. */
const leadsTo = ({ id }: { readonly id: string }) => ({
  words: 'Open the customer',
  address: `?tab=customers&customer=${encodeURIComponent(id)}`,
})

/** They were erased. The list does not tell of who came before the newest ones. */
const gone = 'when-not-found'

/** Out of sight of the customers page; they and their bookings stay. */
export const hide: Action<z.infer<typeof One>> = {
  name: 'customer.hide',
  args: One,
  subject,
  send: ({ id }, by) => hideCustomer(id, by),
  effects: [effectOn(customers(), (list, { id }) => withChange(list, id, { hiddenFromCustomersPage: true }))],
  done: () => undefined,
  failed: () => 'Failed to hide customer',
  leadsTo,
  gone,
}

/** The licence was looked at: verified, refused with a reason, expired, or pending again. */
export const checkLicence: Action<z.infer<typeof Checked>> = {
  name: 'customer.check-licence',
  args: Checked,
  subject,
  send: ({ id, ...check }, by) => setLicenceStatus(id, check, by),
  effects: [effectOn(customers(), (list, { id, ...check }) => withCheck(list, id, check))],
  done: ({ licenseStatus }) => DONE[licenseStatus],
  failed: () => 'Failed to update license status',
  answersRefused: true,
  leadsTo,
  gone,
  // The server takes nobody's word about a picture that they have not seen, nor over what others have said since.
  overtaken: overtakenOn(customers(), (list, { id, licenseImageUrl: seen, from, licenseStatus: wanted }) =>
    list.some(
      ({ id: one, licenseImageUrl, licenseStatus }) =>
        one === id &&
        ((seen !== undefined && licenseImageUrl !== seen) ||
          (from !== undefined && licenseStatus !== from && licenseStatus !== wanted)),
    ),
  ),
}
