import type { KeyObject } from 'node:crypto'
import type { BookingChange, BookingChanged, BookingHidden } from '@forecourt/contracts/booking.ts'
import { DEFAULT_RENTAL_RULES } from '@forecourt/domain/business/business.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import type { BookingId, BusinessId } from '@forecourt/domain/ids.ts'
import type { DatesUnavailable, ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import { markOf } from '@forecourt/event-log/mark.ts'
import type { Member } from '@forecourt/kit/session.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { type Change, onBooking } from './on-booking.ts'

/** Whoever approves has chosen no days: they are told otherwise than somebody who fills in a form. */
export type ChangeRefusal = ScheduleRefusal | (DatesUnavailable & { readonly of: 'approval' })

type Staff = Pick<Member, 'businessId'>

/**
 * Staff change a booking's status, its notes, or both (`PUT /api/admin/bookings/{id}`). The pair of the present status and
 * the wanted one picks what happens (decisions: bookings). Another business's booking is as absent as a made-up one.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function changeBooking(
  core: Core,
  call: Call,
  staff: Staff,
  id: string,
  change: BookingChange,
): Promise<Executed<ChangeRefusal, BookingChanged>> {
  const { turnaroundDays, newer } = await turnaroundOf(core, staff.businessId)
  const changed = await changeWith(turnaroundDays)
  if (changed.ok || changed.refusal.code !== 'dates-unavailable') return changed
  // Another process may have lowered the setting a moment ago: nobody is turned away on hearsay.
  const present = await newer()
  return present === turnaroundDays ? changed : await changeWith(present)

  async function changeWith(keptFree: number): Promise<Executed<ChangeRefusal, BookingChanged>> {
    const done = await onBooking(core, call, staff, id, changeOf(change, keptFree))
    return done.ok || done.refusal.code !== 'dates-unavailable' ? done : refuse({ ...done.refusal, of: 'approval' })
  }
}

function changeOf(change: BookingChange, turnaroundDays: number): Change<BookingChanged> {
  return {
    resource: 'booking.change',
    asked: change,
    // Who is noted down about, or let a vehicle, must be somebody whom the vault still knows.
    needsCustomer: change.adminNotes === undefined ? change.status === 'approved' && 'known' : 'key',
    commandOn: (booking, customer) => ({
      type: 'changeBooking',
      ...booking,
      status: change.status,
      from: change.from,
      askedAt: change.askedAt,
      adminNotes: change.adminNotes === undefined ? undefined : marked(booking.bookingId, change, customer),
      turnaroundDays,
    }),
    answer: ({ bookingId, status }) => ({ id: bookingId, status }),
  }
}

/** How many days the business keeps free after each booking, as far as this process has heard; `newer` asks the log. */
async function turnaroundOf(core: Core, businessId: BusinessId) {
  const fold = await core.businesses.load(businessStream(businessId))
  const present = () => fold.state?.turnaroundDays ?? DEFAULT_RENTAL_RULES.turnaroundDays
  const newer = async () => {
    await core.businesses.refresh(fold)
    return present()
  }
  return { turnaroundDays: present(), newer }
}

/** The notes as the rules tell them from others. Without the customer's key they are told from nothing, and not written. */
function marked(
  bookingId: BookingId,
  { adminNotes: notes = '', notesFrom }: BookingChange,
  customer: KeyObject | undefined,
) {
  if (customer === undefined) return { notes, mark: '' }
  const mark = (text: string) => markOf(customer, bookingId, text)
  return { notes, mark: mark(notes), seen: notesFrom === undefined ? undefined : mark(notesFrom) }
}

/** Where a booking can be hidden (specification section 4). */
export type Page = 'recent' | 'bookings-page'

/** Staff take a booking out of a list; it stays what it is. Hidden again, it is hidden. */
export async function hideBooking(
  core: Core,
  call: Call,
  staff: Staff,
  id: string,
  page: Page,
): Promise<Executed<ChangeRefusal, BookingHidden>> {
  return await onBooking(core, call, staff, id, {
    resource: `booking.hide ${page}`,
    asked: {},
    needsCustomer: false,
    commandOn: (booking) => ({ type: page === 'recent' ? 'hideFromRecent' : 'hideFromBookingsPage', ...booking }),
    answer: ({ bookingId }) => ({ id: bookingId, hidden: true }),
  })
}
