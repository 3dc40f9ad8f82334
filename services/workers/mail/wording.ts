import type { Letter } from './letter.ts'

/** What the letters speak of, in the words of a person: days and money are already written out in en-GB. */
export interface BookingInWords {
  readonly business: string
  readonly reference: string
  readonly vehicle: string
  readonly pickup: string
  readonly dropoff: string
  readonly days: string
  readonly dailyRate: string
  readonly total: string
  readonly customer: { readonly name: string; readonly email: string; readonly phone: string }
  readonly notes: string | null
  readonly dashboardUrl: string
}

const particulars = (booking: BookingInWords) =>
  [
    ['Reference', `#${booking.reference}`],
    ['Vehicle', booking.vehicle],
    ['Pick-up', booking.pickup],
    ['Drop-off', booking.dropoff],
    ['Days', booking.days],
    ['Daily rate', booking.dailyRate],
    ['Total', booking.total],
  ] as const

/** To the customer, when their request has arrived. */
export const requestReceived = (booking: BookingInWords): Letter => ({
  subject: `We have your booking request #${booking.reference}`,
  heading: 'Your booking request has arrived',
  paragraphs: [
    `Hello ${booking.customer.name},`,
    `Thank you for your request. ${booking.business} will respond within 24 hours.`,
  ],
  facts: particulars(booking),
  after: [
    'This is not a confirmation yet: the vehicle is yours once your request has been approved, and you will get another email then.',
    'If you do not hear from us, please look in your junk or spam folder.',
  ],
  closing: 'Kind regards',
  signature: booking.business,
})

/** To the business, when somebody has asked for a booking. */
export const newRequest = (booking: BookingInWords): Letter => ({
  subject: `New booking request #${booking.reference}: ${booking.vehicle}, ${booking.pickup}`,
  heading: 'A new booking request',
  paragraphs: [`${booking.customer.name} would like to book ${booking.vehicle}.`],
  facts: [
    ...particulars(booking),
    ['Email', booking.customer.email],
    ['Phone', booking.customer.phone],
    ...(booking.notes ? [['Notes', booking.notes] as const] : []),
  ],
  after: ['The customer has been told to expect your answer within 24 hours.'],
  action: { label: 'Open the dashboard', url: booking.dashboardUrl },
  closing: 'Kind regards',
  signature: 'Forecourt',
})

/** To the customer, when staff have approved. */
export const bookingApproved = (booking: BookingInWords): Letter => ({
  subject: `Your booking #${booking.reference} is confirmed`,
  heading: 'Your booking is confirmed',
  paragraphs: [
    `Hello ${booking.customer.name},`,
    `${booking.business} has approved your booking. Here is what you have booked:`,
  ],
  facts: particulars(booking),
  after: ['Please bring your driving licence when you collect the vehicle.'],
  closing: 'See you soon',
  signature: booking.business,
})
