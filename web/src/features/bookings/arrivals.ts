import type { AdminBooking } from '@forecourt/contracts/booking.ts'

/** Requests that arrive while staff look at the list: they are announced, and what is being read stays where it is. */

/** When the newest booking was made; an empty text when there is none, which is before all of them. */
export const newestOf = (bookings: readonly AdminBooking[]): string =>
  bookings.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), '')

/**
 * The rows that are shown, and the requests that arrived after `since`. What the desk writes down itself is shown at once,
 * and so is everything while nobody has looked yet (`since` is undefined).
 * @param opened what somebody has opened is theirs to decide about: it is in the list, however new it is
 */
export function split(
  bookings: readonly AdminBooking[],
  since: string | undefined,
  opened?: string,
): { readonly shown: readonly AdminBooking[]; readonly arrived: readonly AdminBooking[] } {
  if (since === undefined) return { shown: bookings, arrived: [] }
  const isNew = ({ id, createdAt, channel }: AdminBooking) => channel === 'portal' && createdAt > since && id !== opened
  const arrived = bookings.filter(isNew)
  return arrived.length === 0
    ? { shown: bookings, arrived }
    : { shown: bookings.filter((booking) => !isNew(booking)), arrived }
}

/** "1 new request" */
export const announcement = (count: number) => `${count} new ${count === 1 ? 'request' : 'requests'}`
