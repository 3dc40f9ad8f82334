import type { Letter } from './letter.ts'
import { type BookingInWords, greeting, page, questions, stay, toCustomer } from './wording.ts'

/** What the renter does about it. A licence is nothing to send by mail. */
const REPLACE = [
  'As long as your request waits for an answer, you can send another picture from the page of your booking: the front of the licence with all four corners in it, nothing covered, no flash.',
  'Otherwise please show the licence itself when you collect the vehicle. Please do not send it by email.',
] as const

/** To the customer, when staff could not accept the picture of their licence. */
export const licenceRefused = (booking: BookingInWords, reason: string | null): Letter => ({
  subject: `Your driving licence for booking #${booking.reference} could not be accepted`,
  preview: `${booking.business.name} needs another picture of your licence.`,
  heading: 'Your licence could not be accepted',
  paragraphs: [
    greeting(booking),
    `${booking.business.name} has looked at the driving licence that you sent and cannot accept it.`,
  ],
  facts: [...(reason === null ? [] : [['Reason', reason] as const]), ...stay(booking)],
  after: [...REPLACE, ...questions(booking)],
  action: page(booking),
  closing: 'Kind regards',
  ...toCustomer(booking),
})

/** To the customer, when their licence is no longer valid. */
export const licenceExpired = (booking: BookingInWords): Letter => ({
  subject: `The driving licence for booking #${booking.reference} has expired`,
  preview: `${booking.business.name} needs a licence that is valid.`,
  heading: 'Your licence has expired',
  paragraphs: [
    greeting(booking),
    `${booking.business.name} has looked at the driving licence that you sent: it is no longer valid. Whoever drives needs one that is.`,
  ],
  facts: stay(booking),
  after: [...REPLACE, ...questions(booking)],
  action: page(booking),
  closing: 'Kind regards',
  ...toCustomer(booking),
})
