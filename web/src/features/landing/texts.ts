/** What the landing page says; each claim is one that the product keeps (specification section 1). */

/** The example tenant that the page leads to: an installation that lets visitors look round names its own when it is built. */
const DEMO = `/${import.meta.env.VITE_DEMO_SLUG || 'harbour-hire'}`

// One that is set to nothing, as a build's arguments may be, is not set.
export const CALL_URL = import.meta.env.VITE_BOOK_CALL_URL || 'https://calendly.com/'

export interface Passage {
  readonly title: string
  readonly text: string
}

export const features: readonly Passage[] = [
  {
    title: 'A space of your own',
    text: 'Your people, vehicles and bookings are kept apart from every other business. Portal, sign-in and dashboard carry your name, logo and colour, and stay readable in whatever colour that is.',
  },
  {
    title: 'The fleet as it stands',
    text: 'Each vehicle with its picture, plate and rate, and the days that are free this minute. One tap takes it off the road, and nobody can ask for the days on which it is in maintenance.',
  },
  {
    title: 'Bookings that cannot collide',
    text: 'Customers ask, staff decide, and a vehicle’s days are given once. Whoever asked is told by e-mail at every step.',
  },
  {
    title: 'A portal for your customers',
    text: 'Fleet, prices and booked dates for anybody to see, and a request with the driving licence that takes one page on a phone.',
  },
  {
    title: 'Files that stay private',
    text: 'Licences and contracts are checked when they arrive, cleaned of hidden data, and open to your own staff and to whoever they are about. Each look by staff is recorded.',
  },
  {
    title: 'Digital contracts',
    text: 'Each booking has its rental agreement, signed on a phone or at the desk. Dates, daily rate, total and every decision are kept beside it, in a history that is added to and never rewritten.',
  },
  {
    title: 'A desk with figures',
    text: 'Revenue month by month, bookings under way, utilisation of the fleet, and which vehicles earn their keep.',
  },
]

export const reasons: readonly Passage[] = [
  {
    title: 'One car, one customer.',
    text: 'The rule stands where the booking is written, not on a screen. Two clerks who press Approve in the same second cannot both be right: one is told who was first.',
  },
  {
    title: 'The desk works when the Wi-Fi does not.',
    text: 'The dashboard opens without a network. What staff decide meanwhile waits on the tablet and is sent once, in order, when the line is back.',
  },
  {
    title: 'Nothing is forgotten.',
    text: 'A booking is a row of facts: asked, approved, completed, by whom and when. What was true in June can still be read in December.',
  },
  {
    title: 'And what must be forgotten, is.',
    text: 'Each customer’s details are sealed with a key of their own. When somebody asks to be erased the key is thrown away, and nobody can read them again.',
  },
]

export interface Preview extends Passage {
  readonly name: 'portal' | 'dashboard' | 'fleet'
  /** What the picture shows, for those who do not see it. */
  readonly alt: string
  readonly href: string
}

export const previews: readonly Preview[] = [
  {
    name: 'portal',
    title: 'Customer Booking Portal',
    text: 'Your fleet with prices and free days, and the request beside it.',
    alt: 'The portal of Harbour Hire: vehicles with pictures and prices, and the booking form beside them.',
    href: `${DEMO}/portal`,
  },
  {
    name: 'dashboard',
    title: 'Business Dashboard',
    text: 'Pick-ups, returns and decisions of the day, above the month’s figures.',
    alt: 'The dashboard of Harbour Hire: what is to be done today, revenue, active bookings and fleet utilisation.',
    href: `${DEMO}/admin/login`,
  },
  {
    name: 'fleet',
    title: 'Fleet Management',
    text: 'Vehicles, plates, rates and availability; one tap takes a car off the road.',
    alt: 'The fleet of Harbour Hire in the dashboard: a card for each vehicle with plate, rate and status.',
    href: `${DEMO}/admin`,
  },
]
