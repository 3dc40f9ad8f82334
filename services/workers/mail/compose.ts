import { match } from 'ts-pattern'
import { pickupTomorrow, requestWaits } from '../reminders/wording.ts'
import { type Branding, LOGO_ID } from './branding.ts'
import { asHtml } from './html.ts'
import { asText, type Letter } from './letter.ts'
import { licenceExpired, licenceRefused } from './licence-wording.ts'
import { type BookingTemplate, FOR_BUSINESS } from './mails-for.ts'
import type { Particulars } from './particulars.ts'
import {
  bookingLink,
  cancellationAsked,
  cancellationDeclined,
  cancelledAsAsked,
  contractToSign,
  requestWithdrawn,
  requestWithdrawnNotice,
} from './renter-wording.ts'
import {
  bookingApproved,
  bookingCancelled,
  bookingCompleted,
  bookingRejected,
  contractSigned,
  contractSignedCopy,
  newRequest,
  requestReceived,
} from './wording.ts'

/** A mail as the mailer takes it: addresses as objects, so that nothing in them is taken for a list (SECURITY rule 17). */
export interface Mail {
  readonly from: Address
  readonly to: Address
  readonly replyTo?: Address
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly Enclosure[]
}

/** A file that goes along. */
interface Enclosure {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
  /** By which the letter names it, where it is shown in it. */
  readonly cid?: string
  readonly contentDisposition?: 'inline'
}

interface Address {
  readonly name: string
  readonly address: string
}

/** What the letter says beside what is true of the booking. */
interface Circumstances {
  /** Why staff have refused something, in their words. */
  readonly reason?: string | null
  /** The booking is cancelled because its renter has asked for that. */
  readonly asAsked?: boolean
}

/**
 * Writes the mail: from the platform's address in the business's name, answers go to the business (decisions: mail).
 * @returns undefined when nobody is there to write to: the business has no contact address
 */
export function compose(
  template: BookingTemplate,
  { business, personal, inWords }: Pick<Particulars, 'business' | 'personal' | 'inWords'>,
  from: string,
  branding: Branding,
  { reason = null, asAsked = false }: Circumstances = {},
): Mail | undefined {
  const { contactEmail } = business
  const letter = match(template)
    .returnType<Letter>()
    .with('request-received', () => requestReceived(inWords))
    .with('new-request', () => newRequest(inWords))
    .with('booking-approved', () => bookingApproved(inWords))
    .with('booking-rejected', () => bookingRejected(inWords))
    .with('booking-cancelled', () => (asAsked ? cancelledAsAsked(inWords) : bookingCancelled(inWords)))
    .with('booking-completed', () => bookingCompleted(inWords))
    .with('contract-to-sign', () => contractToSign(inWords))
    .with('contract-signed', () => contractSigned(inWords))
    .with('contract-signed-copy', () => contractSignedCopy(inWords))
    .with('request-withdrawn', () => requestWithdrawn(inWords))
    .with('request-withdrawn-notice', () => requestWithdrawnNotice(inWords))
    .with('cancellation-asked', () => cancellationAsked(inWords))
    .with('cancellation-declined', () => cancellationDeclined(inWords))
    .with('booking-link', () => bookingLink(inWords))
    .with('licence-refused', () => licenceRefused(inWords, reason))
    .with('licence-expired', () => licenceExpired(inWords))
    .with('request-waits', () => requestWaits(inWords, 12))
    .with('request-still-waits', () => requestWaits(inWords, 20))
    .with('pickup-tomorrow', () => pickupTomorrow(inWords))
    .exhaustive()
  const toBusiness = contactEmail ? { name: business.name, address: contactEmail } : undefined
  // No name: what a customer typed is in the letter, never in a header.
  const to = FOR_BUSINESS.has(template) ? toBusiness : { name: '', address: personal.customer.email }
  if (!to) return undefined
  return {
    from: { name: business.name, address: from },
    to,
    ...(toBusiness ? { replyTo: toBusiness } : {}),
    subject: letter.subject,
    text: asText(letter),
    ...dressed(letter, branding),
  }
}

/** A letter as it looks, with what it shows. */
export function dressed(letter: Letter, branding: Branding): Pick<Mail, 'html' | 'attachments'> {
  const html = asHtml(letter, branding)
  const { logo } = branding
  if (logo === undefined) return { html }
  const enclosed = { filename: 'logo.png', contentType: 'image/png', content: logo.png, cid: LOGO_ID } as const
  return { html, attachments: [{ ...enclosed, contentDisposition: 'inline' }] }
}
