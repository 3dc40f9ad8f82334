import type { MailCause, MailKind, MailProblem } from '@forecourt/contracts/booking.ts'

/** What staff read about a mail that was not delivered. */

const MAILS: Readonly<Record<MailKind, string>> = {
  'request-received': 'that the request has arrived',
  'new-request': 'about the new request',
  'booking-approved': 'that the booking is confirmed',
  'booking-rejected': 'that the request was not accepted',
  'booking-cancelled': 'that the booking was cancelled',
  'booking-completed': 'that says thank you',
  'contract-signed': 'with the signed agreement',
  'contract-signed-copy': 'with the signed agreement',
  'request-withdrawn': 'that the request is cancelled',
  'request-withdrawn-notice': 'that the customer has cancelled the request',
  'cancellation-asked': 'that the customer asks to cancel',
  'cancellation-declined': 'that the booking is not cancelled',
  'booking-link': 'with the new link to their booking',
  'contract-to-sign': 'that the new agreement is to be signed',
  'licence-refused': 'that the licence was refused',
  'licence-expired': 'that the licence has expired',
  'request-waits': 'about the waiting request',
  'request-still-waits': 'about the waiting request',
  'pickup-tomorrow': 'about the pickup tomorrow',
}

const CAUSES: Readonly<Record<MailCause, string>> = {
  'address-refused': 'this address takes no mail',
  'message-refused': 'the receiving mail server refuses it',
  'receiver-busy': 'the receiving mail server is busy',
  'server-unreachable': 'the mail server cannot be reached',
  'platform-refused': 'the mail server does not let Forecourt send',
  unknown: 'the reason is not known',
}

/** One sentence: which mail, to whom, what has become of it and why. */
export function mailWords({ kind, recipient, status, cause }: MailProblem): string {
  const mail = `The mail to ${recipient === 'business' ? 'you' : 'the customer'} ${MAILS[kind]}`
  return status === 'failed'
    ? `${mail} could not be delivered: ${CAUSES[cause]}.`
    : `${mail} has not been delivered yet: ${CAUSES[cause]}. It will be tried again.`
}

/** What staff can do about mails that never arrived; undefined when there is nothing for them to do. */
export function mailAdvice(problems: readonly MailProblem[], phone: string | null): string | undefined {
  if (!problems.some(({ status, recipient }) => status === 'failed' && recipient === 'customer')) return undefined
  return phone === null ? 'Please tell the customer in another way.' : `Please call the customer on ${phone}.`
}
