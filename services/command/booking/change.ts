import type { BookingChange, BookingChanged } from '@forecourt/contracts/booking.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import { BookingId } from '@forecourt/domain/ids.ts'
import { type ScheduleCommand, scheduleDecider } from '@forecourt/domain/schedule/decider.ts'
import { bookingAfter } from '@forecourt/domain/schedule/evolve.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { bookingOf } from '@forecourt/domain/schedule/state.ts'
import { scheduleStreamOf } from '@forecourt/domain/streams.ts'
import type { Member } from '@forecourt/kit/session.ts'
import { begin, type Subject } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run } from '../log/run.ts'

export type ChangeRefusal =
  | ScheduleRefusal
  /** The person whom the notes would be about has been erased. */
  | { readonly code: 'customer-erased' }

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
  return await onBooking(core, call, staff, id, { resource: 'booking.change', asked: change }, (booking) => ({
    type: 'changeBooking',
    ...booking,
    ...change,
  }))
}

/** Where a booking can be hidden (specification section 4). */
export type Page = 'recent' | 'bookings-page'

/** Staff take a booking out of a list; it stays what it is. */
export async function hideBooking(
  core: Core,
  call: Call,
  staff: Staff,
  id: string,
  page: Page,
): Promise<Executed<ChangeRefusal, BookingChanged>> {
  return await onBooking(core, call, staff, id, { resource: `booking.hide ${page}`, asked: {} }, (booking) => ({
    type: page === 'recent' ? 'hideFromRecent' : 'hideFromBookingsPage',
    ...booking,
  }))
}

interface Asked {
  readonly resource: string
  readonly asked: { readonly adminNotes?: unknown }
}

async function onBooking(
  core: Core,
  call: Call,
  { businessId }: Staff,
  id: string,
  { resource, asked }: Asked,
  commandOn: (booking: { bookingId: BookingId; businessId: Staff['businessId'] }) => ScheduleCommand,
): Promise<Executed<ChangeRefusal, BookingChanged>> {
  const parsed = BookingId.safeParse(id)
  if (!parsed.success) return refuse({ code: 'not-found' })
  const bookingId = parsed.data
  const stream = scheduleStreamOf(bookingId)

  let subject: Subject | undefined
  if (asked.adminNotes !== undefined) {
    const fold = await core.schedules.load(stream)
    // Another process may have made the booking a moment ago.
    if (!fold.state.bookings.has(bookingId)) await core.schedules.refresh(fold)
    const booking = bookingOf(fold.state, { bookingId, businessId })
    if (booking !== undefined) {
      const key = (await core.vault.keysOf([booking.customerId])).get(booking.customerId)
      if (key === undefined) return refuse({ code: 'customer-erased' })
      subject = { subjectId: booking.customerId, key }
    }
  }

  const begun = begin(core, call, {
    stream,
    tenantId: businessId,
    resource: `${resource} ${bookingId} ${businessId}`,
    asked,
  })
  return await run(core, core.schedules, scheduleDecider, begun, commandOn({ bookingId, businessId }), {
    subject,
    answer: ({ state, events }): BookingChanged => {
      const booking = bookingAfter(state, { bookingId, businessId }, events)
      if (booking === undefined) throw new Error('a booking was changed that is not there')
      return { id: bookingId, status: booking.status }
    },
  })
}
