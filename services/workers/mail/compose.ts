import { match } from 'ts-pattern'
import { asHtml, asText, type Branding, type Letter } from './letter.ts'
import type { Template } from './mails-for.ts'
import type { Particulars } from './particulars.ts'
import { bookingApproved, newRequest, requestReceived } from './wording.ts'

/** A mail as the mailer takes it: addresses as objects, so that nothing in them is taken for a list (SECURITY rule 17). */
export interface Mail {
  readonly from: Address
  readonly to: Address
  readonly replyTo?: Address
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Address {
  readonly name: string
  readonly address: string
}

/**
 * Writes the mail: from the platform's address in the business's name, answers go to the business (decisions: mail).
 * @returns undefined when nobody is there to write to: the business has no contact address
 */
export function compose(
  template: Template,
  { business, personal, inWords }: Particulars,
  from: string,
): Mail | undefined {
  const { contactEmail } = business
  const letter = match(template)
    .returnType<Letter>()
    .with('request-received', () => requestReceived(inWords))
    .with('new-request', () => newRequest(inWords))
    .with('booking-approved', () => bookingApproved(inWords))
    .exhaustive()
  const { customer } = personal
  const toBusiness = template === 'new-request'
  const to = toBusiness
    ? contactEmail && { name: business.name, address: contactEmail }
    : { name: customer.name, address: customer.email }
  const replyTo = toBusiness
    ? { name: customer.name, address: customer.email }
    : contactEmail && { name: business.name, address: contactEmail }
  if (!to) return undefined
  const branding: Branding = { name: business.name, colour: business.primaryColor }
  return {
    from: { name: business.name, address: from },
    to,
    ...(replyTo ? { replyTo } : {}),
    subject: letter.subject,
    text: asText(letter),
    html: asHtml(letter, branding),
  }
}
