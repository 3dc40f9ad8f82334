import type { Letter } from './letter.ts'
import {
  type BookingInWords,
  bookingCancelled,
  greeting,
  page,
  price,
  questions,
  stay,
  toCustomer,
  total,
} from './wording.ts'

/** To the customer, when they have taken their request back. */
export const requestWithdrawn = (booking: BookingInWords): Letter => ({
  subject: `You have cancelled your booking request #${booking.reference}`,
  preview: `${booking.vehicle}, ${booking.pickup} to ${booking.dropoff}.`,
  heading: 'Your request is cancelled',
  paragraphs: [greeting(booking), 'As you asked, your request is cancelled. Nothing has been booked.'],
  facts: stay(booking),
  after: questions(booking),
  action: { label: 'See all vehicles', url: booking.portalUrl },
  link: page(booking),
  closing: 'Kind regards',
  ...toCustomer(booking),
})

/** To the business, when somebody has taken their request back. */
export const requestWithdrawnNotice = (booking: BookingInWords): Letter => ({
  subject: `Booking request #${booking.reference} was cancelled by the customer`,
  preview: `${booking.customer.name}, ${booking.vehicle}, ${booking.pickup}.`,
  heading: 'A request was cancelled',
  paragraphs: [`${booking.customer.name} does not need ${booking.vehicle} any more. There is nothing left to answer.`],
  facts: stay(booking),
  after: [],
  ...toBusiness(booking, 'a request is cancelled'),
})

/** To the business, when the renter of an approved booking asks to be let out of it. */
export const cancellationAsked = (booking: BookingInWords): Letter => ({
  subject: `The customer asks to cancel booking #${booking.reference}`,
  preview: `${booking.customer.name}, ${booking.vehicle}, ${booking.pickup}.`,
  heading: 'A customer asks to cancel',
  paragraphs: [`${booking.customer.name} asks to cancel this booking. It stands until you answer.`],
  facts: [
    ...price(booking),
    ['Customer', booking.customer.name],
    ['Email', booking.customer.email],
    ['Phone', booking.customer.phone],
  ],
  total: total(booking),
  after: ['In the dashboard you can cancel the booking, or decline. The customer is told either way.'],
  ...toBusiness(booking, 'somebody asks to cancel'),
})

/** To the customer, when the business lets them out of their booking as they have asked. */
export const cancelledAsAsked = (booking: BookingInWords): Letter => ({
  ...bookingCancelled(booking),
  subject: `Your booking #${booking.reference} is cancelled, as you asked`,
  heading: 'Your booking is cancelled',
  paragraphs: [
    greeting(booking),
    `As you asked, ${booking.business.name} has cancelled your booking. The vehicle is no longer reserved.`,
  ],
})

/** To the customer, when the business holds them to their booking. */
export const cancellationDeclined = (booking: BookingInWords): Letter => ({
  subject: `Your booking #${booking.reference} stands`,
  preview: `${booking.business.name} has not agreed to cancel it. ${booking.vehicle}, ${booking.pickup}.`,
  heading: 'Your booking has not been cancelled',
  paragraphs: [
    greeting(booking),
    `You asked to cancel your booking. ${booking.business.name} has not agreed to that: the vehicle is still reserved for you.`,
  ],
  facts: price(booking),
  total: total(booking),
  after: questions(booking),
  action: page(booking),
  closing: 'Kind regards',
  ...toCustomer(booking),
})

/** To the customer, when staff have had their contract made anew: nothing that they have signed before holds any more. */
export const contractToSign = (booking: BookingInWords): Letter => ({
  subject: `Please sign your rental agreement for booking #${booking.reference}`,
  preview: `There is a new one. ${booking.vehicle}, ${booking.pickup} to ${booking.dropoff}.`,
  heading: 'Your rental agreement is to be signed',
  paragraphs: [
    greeting(booking),
    `${booking.business.name} has made a new rental agreement for your booking. It takes the place of any that you were given before, also of one that you have signed: please read and sign it on the page of your booking.`,
  ],
  facts: price(booking),
  total: total(booking),
  after: questions(booking),
  action: page(booking),
  closing: 'Kind regards',
  ...toCustomer(booking),
})

/** To the customer, with another link to their page. */
export const bookingLink = (booking: BookingInWords): Letter => ({
  subject: `The page of your booking #${booking.reference}`,
  preview: `${booking.vehicle}, ${booking.pickup} to ${booking.dropoff}.`,
  heading: 'The page of your booking',
  paragraphs: [
    greeting(booking),
    `${booking.business.name} sends you a new link to the page of your booking. Links that you were sent before do not work any more.`,
  ],
  facts: stay(booking),
  after: ['Whoever has the link can see and change your booking: please keep it to yourself.', ...questions(booking)],
  action: page(booking),
  closing: 'Kind regards',
  ...toCustomer(booking),
})

function toBusiness({ business, dashboardUrl }: BookingInWords, whenever: string) {
  return {
    action: { label: 'Open the dashboard', url: dashboardUrl },
    closing: 'Kind regards',
    signature: 'Forecourt',
    footer: [`Forecourt writes to the contact address of ${business.name} whenever ${whenever}.`],
  }
}
