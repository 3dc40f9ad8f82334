import type { AdminBooking, BookingChange, BookingStatus } from '@forecourt/contracts/booking.ts'
import { searchable, searchFor } from '../../lib/search.ts'

/** Rules of the bookings page (specification sections 2 and 4). */

/** A step that staff may take with one tap, and the status that it asks for. */
export interface Step {
  readonly label: string
  readonly to: BookingStatus
}

/**
 * The steps for a status: Approve and Reject for pending, Mark as Completed for approved, Mark as Approved for
 * completed. Cancelling an approved booking is in its details, behind a question.
 */
export const steps: Readonly<Record<BookingStatus, readonly Step[]>> = {
  pending: [
    { label: 'Approve', to: 'approved' },
    { label: 'Reject', to: 'rejected' },
  ],
  approved: [{ label: 'Mark as Completed', to: 'completed' }],
  completed: [{ label: 'Mark as Approved', to: 'approved' }],
  rejected: [],
}

/**
 * What the server is asked for: the next status, the one that the person saw, and the renter's wish that they grant. Should the
 * call arrive late, or again, it moves no booking that others have moved since, and answers no wish that is answered.
 */
export const changeTo = ({
  from,
  to,
  askedAt,
}: {
  readonly from: BookingStatus
  readonly to: BookingStatus
  readonly askedAt?: string | undefined
}): BookingChange => ({ status: to, from, askedAt })

/** A step as the person sees the booking: who cancels one whose renter asks for it grants that wish, and no later one. */
export const stepOf = (booking: AdminBooking, to: BookingStatus) => ({
  id: booking.id,
  from: booking.status,
  to,
  ...(to === 'rejected' && asksToCancel(booking) ? { askedAt: booking.cancellationAskedAt ?? undefined } : {}),
})

/** What the page lists: bookings hidden from it are omitted. */
export const listed = (bookings: readonly AdminBooking[]) =>
  bookings.filter(({ hiddenFromBookingsPage }) => !hiddenFromBookingsPage)

/** Those that have each word in their customer's name or e-mail, reference, vehicle's name or plate, with or without spaces. */
export function matching(bookings: readonly AdminBooking[], search: string): readonly AdminBooking[] {
  const isFound = searchFor(search)
  return isFound === undefined ? bookings : bookings.filter((booking) => isFound(searched(booking)))
}

/** What a search looks at, by the booking: with thousands of them no letter has time to put it together again. */
const searchedTexts = new WeakMap<AdminBooking, string>()

function searched(booking: AdminBooking): string {
  const known = searchedTexts.get(booking)
  if (known !== undefined) return known
  const { reference, car } = booking
  const plate = car.licensePlate?.replaceAll(' ', '')
  const texts = [customerName(booking), customerEmail(booking), reference, car.name, car.licensePlate, plate]
  // No word has a space in it: none is found across two of them.
  const text = searchable(texts.join(' '))
  searchedTexts.set(booking, text)
  return text
}

/** Completed and rejected bookings can be removed from view (specification section 2). */
export const canBeRemovedFromView = ({ status }: Pick<AdminBooking, 'status'>) =>
  status === 'completed' || status === 'rejected'

/** The list with one booking changed: what staff see before the server has answered. */
export const withChange = (
  bookings: readonly AdminBooking[],
  id: string,
  change: Partial<AdminBooking>,
): AdminBooking[] => bookings.map((booking) => (booking.id === id ? { ...booking, ...change } : booking))

/** Approved → rejected has its own words (specification section 8). */
export const isCancelling = ({ from, to }: { readonly from: BookingStatus; readonly to: BookingStatus }) =>
  from === 'approved' && to === 'rejected'

/** The renter of an approved booking wants it cancelled, and nobody has answered yet. */
export const asksToCancel = ({
  status,
  cancellationAskedAt,
}: Pick<AdminBooking, 'status' | 'cancellationAskedAt'>): boolean =>
  status === 'approved' && cancellationAskedAt !== null

/** Whose booking it is; an erased customer has no name any more. */
export const customerName = ({ customerName: own, customer }: AdminBooking) => own ?? customer.name ?? 'Erased customer'
/** Where they are written to; null when they are erased. */
export const customerEmail = ({ customerEmail: own, customer }: AdminBooking) => own ?? customer.email
/** Where they are rung up; null when they are erased. */
export const customerPhone = ({ customerPhone: own, customer }: AdminBooking) => own ?? customer.phone
/** The path of the licence that came with the booking, else of the customer’s; null without one. */
export const licenceOf = ({ licenseImageUrl, customer }: AdminBooking) => licenseImageUrl ?? customer.licenseImageUrl

/** Whether two notes say the same: the server trims them and composes their letters. */
export const saySame = (one: string, other: string) => one.trim().normalize() === other.trim().normalize()
