import type { Letter } from './letter.ts'

/** What the letters speak of, in the words of a person: days and money are already written out in en-GB. */
export interface BookingInWords {
  readonly business: {
    readonly name: string
    readonly email: string | null
    readonly phone: string | null
    readonly address: string | null
  }
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
  readonly portalUrl: string
  /** The renter's own page. It is for the renter alone: whoever has it is let in. */
  readonly pageUrl: string
}

export const stay = (booking: BookingInWords) =>
  [
    ['Reference', `#${booking.reference}`],
    ['Vehicle', booking.vehicle],
    ['Pick-up', booking.pickup],
    ['Drop-off', booking.dropoff],
  ] as const

export const price = (booking: BookingInWords) => [
  ...stay(booking),
  ['Price', `${booking.days} at ${booking.dailyRate} a day`] as const,
]

export const total = (booking: BookingInWords) => ['Total', booking.total] as const

export const greeting = (booking: BookingInWords) => `Hello ${booking.customer.name},`

/** Where to turn with a question: a reply reaches the business only when it has an address. */
export function questions({ business }: BookingInWords): readonly string[] {
  if (business.email !== null) return [`Any questions? Just reply to this email: it goes to ${business.name}.`]
  if (business.phone !== null) return [`Any questions? Please call ${business.name} on ${business.phone}.`]
  return []
}

function contact({ business }: BookingInWords): string {
  const parts = [business.name, business.address, business.phone, business.email]
  return parts.filter((part) => part !== null && part !== '').join(' · ')
}

/** What all letters to a customer have in common. */
export const toCustomer = (booking: BookingInWords) => ({
  signature: booking.business.name,
  footer: [
    contact(booking),
    `You get this email because this address was given with booking request #${booking.reference}.`,
  ],
})

/** Every letter to a renter leads to their own page. */
export const page = ({ pageUrl }: BookingInWords) => ({ label: 'See your booking', url: pageUrl })

/** To the customer, when their request has arrived. */
export const requestReceived = (booking: BookingInWords): Letter => ({
  subject: `We have your booking request #${booking.reference}`,
  preview: `${booking.business.name} will respond within 24 hours. ${booking.vehicle}, ${booking.pickup}.`,
  heading: 'Your booking request has arrived',
  paragraphs: [greeting(booking), `Thank you for your request. ${booking.business.name} will respond within 24 hours.`],
  facts: price(booking),
  total: total(booking),
  after: [
    'This is not a confirmation yet: the vehicle is yours once your request has been approved, and you will get another email then.',
    'If you do not hear from us, please look in your junk or spam folder.',
  ],
  action: page(booking),
  closing: 'Kind regards',
  ...toCustomer(booking),
})

/** To the business, when somebody has asked for a booking. */
export const newRequest = (booking: BookingInWords): Letter => ({
  subject: `New booking request #${booking.reference}: ${booking.vehicle}, ${booking.pickup}`,
  preview: `${booking.customer.name}, ${booking.days}, ${booking.total}.`,
  heading: 'A new booking request',
  paragraphs: [`${booking.customer.name} would like to book ${booking.vehicle}.`],
  facts: [
    ...price(booking),
    ['Customer', booking.customer.name],
    ['Email', booking.customer.email],
    ['Phone', booking.customer.phone],
    ...(booking.notes ? [['Notes', booking.notes] as const] : []),
  ],
  total: total(booking),
  after: ['The customer has been told to expect your answer within 24 hours.'],
  action: { label: 'Open the dashboard', url: booking.dashboardUrl },
  closing: 'Kind regards',
  signature: 'Forecourt',
  footer: [`Forecourt writes to the contact address of ${booking.business.name} whenever somebody asks for a booking.`],
})

/** To the customer, when staff have approved. */
export const bookingApproved = (booking: BookingInWords): Letter => ({
  subject: `Your booking #${booking.reference} is confirmed`,
  preview: `${booking.vehicle}, ${booking.pickup} to ${booking.dropoff}.`,
  heading: 'Your booking is confirmed',
  paragraphs: [greeting(booking), `${booking.business.name} has approved your booking. Here is what you have booked:`],
  facts: price(booking),
  total: total(booking),
  after: [
    'Please bring your driving licence when you collect the vehicle.',
    'Your rental agreement is on the page of your booking as soon as it is ready: read and sign it there.',
    ...questions(booking),
  ],
  action: page(booking),
  closing: 'See you soon',
  ...toCustomer(booking),
})

/** To the customer, when staff have turned the request down. */
export const bookingRejected = (booking: BookingInWords): Letter => ({
  subject: `Your booking request #${booking.reference} could not be accepted`,
  preview: `${booking.vehicle}, ${booking.pickup} to ${booking.dropoff}.`,
  heading: 'Your request could not be accepted',
  paragraphs: [
    greeting(booking),
    `We are sorry: ${booking.business.name} cannot offer you this vehicle for these days. Nothing has been booked.`,
  ],
  facts: stay(booking),
  after: ['Other days or another vehicle may still be free.', ...questions(booking)],
  action: { label: 'See all vehicles', url: booking.portalUrl },
  link: page(booking),
  closing: 'Kind regards',
  ...toCustomer(booking),
})

/** To the customer, when staff have cancelled a booking that was approved. */
export const bookingCancelled = (booking: BookingInWords): Letter => ({
  subject: `Your booking #${booking.reference} has been cancelled`,
  preview: `${booking.vehicle}, ${booking.pickup} to ${booking.dropoff}.`,
  heading: 'Your booking has been cancelled',
  paragraphs: [
    greeting(booking),
    `${booking.business.name} has cancelled this booking, which had been confirmed to you. The vehicle is no longer reserved.`,
  ],
  facts: stay(booking),
  after: questions(booking),
  action: { label: 'See all vehicles', url: booking.portalUrl },
  link: page(booking),
  closing: 'Kind regards',
  ...toCustomer(booking),
})

/** To the customer, when the vehicle is back: thank you. */
export const bookingCompleted = (booking: BookingInWords): Letter => ({
  subject: `Thank you for booking with ${booking.business.name}: #${booking.reference}`,
  preview: `Your booking of ${booking.vehicle} is complete.`,
  heading: 'Thank you for your booking',
  paragraphs: [
    greeting(booking),
    `Your booking is complete. Thank you for choosing ${booking.business.name}: we hope that you had a good journey.`,
  ],
  facts: price(booking),
  total: total(booking),
  after: questions(booking),
  action: { label: 'Book again', url: booking.portalUrl },
  link: page(booking),
  closing: 'Until next time',
  ...toCustomer(booking),
})

/** To the customer, with their copy of the contract that they have signed. */
export const contractSigned = (booking: BookingInWords): Letter => ({
  subject: `Your signed rental agreement for booking #${booking.reference}`,
  preview: `${booking.vehicle}, ${booking.pickup} to ${booking.dropoff}.`,
  heading: 'Your rental agreement is signed',
  paragraphs: [
    greeting(booking),
    `Thank you. The rental agreement between you and ${booking.business.name} is signed. Your copy is enclosed: please keep it.`,
  ],
  facts: price(booking),
  total: total(booking),
  after: ['Please bring your driving licence when you collect the vehicle.', ...questions(booking)],
  action: page(booking),
  closing: 'Kind regards',
  ...toCustomer(booking),
})

/** To the business, with its copy. */
export const contractSignedCopy = (booking: BookingInWords): Letter => ({
  subject: `Signed rental agreement for booking #${booking.reference}`,
  preview: `${booking.vehicle}, ${booking.pickup} to ${booking.dropoff}.`,
  heading: 'A rental agreement was signed',
  paragraphs: [`${booking.customer.name} has signed the rental agreement. Your copy is enclosed.`],
  facts: price(booking),
  total: total(booking),
  after: ['It is also with the booking in the dashboard.'],
  action: { label: 'Open the dashboard', url: booking.dashboardUrl },
  closing: 'Kind regards',
  signature: 'Forecourt',
  footer: [`Forecourt writes to the contact address of ${booking.business.name} whenever an agreement is signed.`],
})
