import { BookingId } from '@forecourt/domain/ids.ts'
import { firstIssueOf } from '@forecourt/domain/schedule/contract-state.ts'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import { z } from 'zod'
import { Reminder } from '../reminders/reminders-for.ts'

/** The mails that there are, each called for by one type of fact (decisions: mail), or by time that passes after one. */
export const BookingTemplate = z.enum([
  'request-received',
  'new-request',
  'booking-approved',
  'booking-rejected',
  'booking-cancelled',
  'booking-completed',
  'contract-signed',
  'contract-signed-copy',
  'request-withdrawn',
  'request-withdrawn-notice',
  'cancellation-asked',
  'cancellation-declined',
  'booking-link',
  'contract-to-sign',
  'licence-refused',
  'licence-expired',
  ...Reminder.options,
])
export type BookingTemplate = z.infer<typeof BookingTemplate>
/** With a link to choose a password. */
export const AccountTemplate = z.enum(['staff-invitation', 'password-reset'])
export type AccountTemplate = z.infer<typeof AccountTemplate>
export const Template = z.enum([...BookingTemplate.options, ...AccountTemplate.options])
export type Template = z.infer<typeof Template>

/** Those that go to the business; all others are for the customer. */
export const FOR_BUSINESS: ReadonlySet<Template> = new Set([
  'new-request',
  'contract-signed-copy',
  'request-withdrawn-notice',
  'cancellation-asked',
  'request-waits',
  'request-still-waits',
])

/** A mail that is due: which one, and the name it is known by everywhere (job, Message-ID, notification stream). */
export interface DueMail {
  readonly notificationId: string
  readonly template: Template
}

/** Every notification id ever given out is made in this name space: never change it, or everybody is mailed again. */
const NOTIFICATIONS = '5b7f9d0e-3c0a-4e0e-9d55-6f0c1f0e8a11'

/**
 * BookingReinstated (completed → approved) calls for none: staff take back a slip of theirs, and nothing changes for the
 * customer, who had been told already that the booking is confirmed.
 */
const TEMPLATES: Readonly<Record<string, readonly Template[]>> = {
  BookingRequested: ['request-received', 'new-request'],
  BookingApproved: ['booking-approved'],
  BookingRejected: ['booking-rejected'],
  BookingCancelled: ['booking-cancelled'],
  BookingCompleted: ['booking-completed'],
  CustomerLicenceRefused: ['licence-refused'],
  CustomerLicenceExpired: ['licence-expired'],
  UserInvited: ['staff-invitation'],
  UserPasswordResetRequested: ['password-reset'],
  BookingWithdrawn: ['request-withdrawn', 'request-withdrawn-notice'],
  CancellationRequested: ['cancellation-asked'],
  CancellationDeclined: ['cancellation-declined'],
  BookingLinkReissued: ['booking-link'],
  ContractGenerated: ['contract-to-sign'],
  SignedContractFiled: ['contract-signed', 'contract-signed-copy'],
}

/**
 * Which mails a fact calls for: the one rule, for the reactor and for the sweep alike. History that was brought in from
 * elsewhere (actor `import`) calls for none. What has become moot since, or is so from the beginning, is found out when the
 * mail is to be sent (`whyMoot`).
 */
export function mailsFor(event: {
  readonly id: string
  readonly type: string
  /** JSON text, or what that says. */
  readonly data: unknown
  readonly metadata: { readonly actorKind?: string | undefined }
}): readonly DueMail[] {
  if (event.metadata.actorKind === 'import') return []
  if (event.type === 'ContractGenerated' && !isReissued(event.data)) return []
  return (TEMPLATES[event.type] ?? []).map((template) => ({
    notificationId: uuidV5(NOTIFICATIONS, `${event.id}/${template}`),
    template,
  }))
}

const Issued = z.object({ bookingId: BookingId, issueId: z.string() })

/** A contract that staff have asked for. Of the first one the approval tells. */
function isReissued(data: unknown): boolean {
  const issued = Issued.safeParse(typeof data === 'string' ? JSON.parse(data) : data).data
  return issued !== undefined && issued.issueId !== firstIssueOf(issued.bookingId)
}
