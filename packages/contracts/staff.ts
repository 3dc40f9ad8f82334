import * as z from 'zod/mini'
import { Instant } from './date.ts'
import { EmailAddress } from './email.ts'
import { line } from './text.ts'

/** `invited`: has not chosen a password yet. `deactivated`: is shut out. */
export const StaffStatus = z.enum(['active', 'invited', 'deactivated'])
export type StaffStatus = z.infer<typeof StaffStatus>

export const StaffMember = z.strictObject({
  id: z.string(),
  /** Null, as the names, for somebody who was erased. */
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  status: StaffStatus,
  createdAt: Instant,
})
export type StaffMember = z.infer<typeof StaffMember>

/** Answer of `GET /api/admin/staff`. */
export const Staff = z.array(StaffMember)

const name = z.optional(
  z.nullable(
    z.pipe(
      line(0, 100, 'A text is expected'),
      z.transform((text: string) => (text === '' ? null : text)),
    ),
  ),
)

/** Body of `POST /api/admin/staff`: they choose their password themselves, by a link that is mailed to them. */
export const StaffInvitation = z.strictObject({ email: EmailAddress, firstName: name, lastName: name })
export type StaffInvitation = z.infer<typeof StaffInvitation>
/** Answer of `POST /api/admin/staff` (201). */
export const StaffInvited = z.strictObject({ id: z.string(), status: z.literal('invited') })
export type StaffInvited = z.infer<typeof StaffInvited>

/** Body of `PUT /api/admin/staff/{id}/status`. */
export const StaffStatusChange = z.strictObject({ status: z.enum(['active', 'deactivated']) })
/** Answer of `PUT /api/admin/staff/{id}/status`: somebody who is let in again before they chose a password is `invited`. */
export const StaffStatusChanged = z.strictObject({ id: z.string(), status: StaffStatus })
export type StaffStatusChanged = z.infer<typeof StaffStatusChanged>

/** Answer of `POST /api/admin/staff/{id}/password-link`: the mail is on its way. */
export const PasswordLinkSent = z.strictObject({ id: z.string(), sent: z.literal(true) })
export type PasswordLinkSent = z.infer<typeof PasswordLinkSent>
