import type { AdminBooking } from '@forecourt/contracts/booking.ts'

/** Bookings that arrive while staff look at the list: they are announced, and what is being read stays where it is. */

const CHANNEL = 'forecourt-booked-here'

/** References of what was booked in this tab, or in another one of this browser; a few a day, and gone with it. */
const madeHere = new Set<string>()

/**
 * This tab is about to book under that reference: whoever did so looks for it in the list, also in another tab, and needs no
 * word of it. Said before it is sent: the list may be told of it sooner than the answer is there.
 */
export function noteMadeHere(reference: string | undefined): void {
  if (reference === undefined) return
  madeHere.add(reference)
  const tabs = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, a window has
  tabs.postMessage(reference)
  tabs.close()
}

/** Hears of what is booked in the other tabs of this browser; returns how to stop that. */
export function hearOtherTabs(): () => void {
  const tabs = new BroadcastChannel(CHANNEL)
  tabs.addEventListener('message', ({ data }) => madeHere.add(data))
  return () => tabs.close()
}

/** When the newest booking was made; an empty text when there is none, which is before all of them. */
export const newestOf = (bookings: readonly AdminBooking[]): string =>
  bookings.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), '')

/**
 * The rows that are shown, and the bookings that arrived after `since`, from the portal or from a colleague. What was booked
 * here is shown at once, and so is everything while nobody has looked yet (`since` is undefined).
 * @param opened what somebody has opened is theirs to decide about: it is in the list, however new it is
 */
export function split(
  bookings: readonly AdminBooking[],
  since: string | undefined,
  opened?: string,
): { readonly shown: readonly AdminBooking[]; readonly arrived: readonly AdminBooking[] } {
  if (since === undefined) return { shown: bookings, arrived: [] }
  const isNew = ({ id, createdAt, reference }: AdminBooking) =>
    createdAt > since && id !== opened && !madeHere.has(reference)
  const arrived = bookings.filter(isNew)
  return arrived.length === 0
    ? { shown: bookings, arrived }
    : { shown: bookings.filter((booking) => !isNew(booking)), arrived }
}

/** "1 new request"; what a colleague has booked at a desk is no request: "1 new booking", and so are both together. */
export function announcement(arrived: readonly AdminBooking[]): string {
  const word = arrived.every(({ channel }) => channel === 'portal') ? 'request' : 'booking'
  return `${arrived.length} new ${word}${arrived.length === 1 ? '' : 's'}`
}
