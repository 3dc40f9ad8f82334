import type { Letter } from '../mail/letter.ts'
import { type BookingInWords, greeting, page, price, questions, stay, toCustomer, total } from '../mail/wording.ts'

/** To the business, when a request has waited for so many hours. */
export const requestWaits = (booking: BookingInWords, hours: number): Letter => ({
  subject: `A booking request has waited for ${hours} hours: #${booking.reference}`,
  preview: `${booking.customer.name} was told to expect an answer within 24 hours.`,
  heading: 'A request is waiting for your answer',
  paragraphs: [
    `${booking.customer.name} asked for ${booking.vehicle} more than ${hours} hours ago and was told to expect your answer within 24 hours.`,
  ],
  facts: [
    ...price(booking),
    ['Customer', booking.customer.name],
    ['Email', booking.customer.email],
    ['Phone', booking.customer.phone],
  ],
  total: total(booking),
  after: [],
  action: { label: 'Open the dashboard', url: booking.dashboardUrl },
  closing: 'Kind regards',
  signature: 'Forecourt',
  footer: [
    `Forecourt writes to the contact address of ${booking.business.name} when a request has waited for 12 and for 20 hours.`,
  ],
})

/** To the customer, on the day before they pick the vehicle up. */
export const pickupTomorrow = (booking: BookingInWords): Letter => ({
  subject: `Tomorrow: your booking #${booking.reference}`,
  preview: `${booking.vehicle} is ready for you on ${booking.pickup}.`,
  heading: 'Your vehicle is waiting for you tomorrow',
  paragraphs: [greeting(booking), `A reminder from ${booking.business.name}: you pick up ${booking.vehicle} tomorrow.`],
  facts: [
    ...stay(booking),
    ...(booking.business.address === null ? [] : [['Where', booking.business.address] as const]),
    ...(booking.business.phone === null ? [] : [['Telephone', booking.business.phone] as const]),
  ],
  after: ['Please bring your driving licence.', ...questions(booking)],
  action: page(booking),
  closing: 'See you tomorrow',
  ...toCustomer(booking),
})
