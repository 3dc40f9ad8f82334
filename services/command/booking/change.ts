import type { KeyObject } from 'node:crypto'
import type { BookingChange, BookingChanged, BookingHidden } from '@forecourt/contracts/booking.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import { BookingId, type BusinessId } from '@forecourt/domain/ids.ts'
import { type ScheduleCommand, scheduleDecider } from '@forecourt/domain/schedule/decider.ts'
import { bookingAfter } from '@forecourt/domain/schedule/evolve.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { type Booking, bookingOf, type ScheduleState } from '@forecourt/domain/schedule/state.ts'
import { scheduleStreamOf } from '@forecourt/domain/streams.ts'
import { ERASED, type Erased } from '@forecourt/event-log/erased.ts'
import { markOf } from '@forecourt/event-log/mark.ts'
import type { Member } from '@forecourt/kit/session.ts'
import { begin, type Subject } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run } from '../log/run.ts'

export type ChangeRefusal = ScheduleRefusal

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
  return await onBooking(core, call, staff, id, {
    resource: 'booking.change',
    asked: change,
    // Who is let a vehicle, or noted down about, must be somebody whom the vault still knows.
    needsCustomer: change.adminNotes !== undefined || change.status === 'approved',
    commandOn: (booking, customer) => ({
      type: 'changeBooking',
      ...booking,
      status: change.status,
      from: change.from,
      adminNotes: change.adminNotes === undefined ? undefined : marked(booking.bookingId, change, customer),
    }),
    answer: ({ bookingId, status }) => ({ id: bookingId, status }),
  })
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

interface Change<Answer> {
  readonly resource: string
  readonly asked: unknown
  readonly needsCustomer: boolean
  /** @param customer the key of the booking's customer, when it was asked for and they are not erased */
  readonly commandOn: (
    booking: { bookingId: BookingId; businessId: Staff['businessId'] },
    customer: KeyObject | undefined,
  ) => ScheduleCommand
  readonly answer: (booking: Readonly<Booking>) => Answer
}

async function onBooking<Answer>(
  core: Core,
  call: Call,
  { businessId }: Staff,
  id: string,
  { resource, asked, needsCustomer, commandOn, answer }: Change<Answer>,
): Promise<Executed<ChangeRefusal, Answer>> {
  const parsed = BookingId.safeParse(id)
  if (!parsed.success) return refuse({ code: 'not-found' })
  const booking = { bookingId: parsed.data, businessId }
  const subject = needsCustomer ? await customerBehind(core, booking) : undefined
  const begun = begin(core, call, {
    stream: scheduleStreamOf(booking.bookingId),
    tenantId: businessId,
    resource: `${resource} ${booking.bookingId} ${businessId}`,
    asked,
  })
  const rules = {
    decide(command: ScheduleCommand, schedule: ScheduleState): ReturnType<typeof scheduleDecider.decide> {
      const decision = scheduleDecider.decide(command, schedule)
      const writes = decision.ok && decision.events.length > 0
      return writes && subject === ERASED ? refuse({ code: 'customer-erased' }) : decision
    },
  }
  const known = subject === ERASED ? undefined : subject
  return await run(core, core.schedules, rules, begun, commandOn(booking, known?.key), {
    subject: known,
    answer: ({ state, events }) => {
      const changed = bookingAfter(state, booking, events)
      if (changed === undefined) throw new Error('a booking was changed that is not there')
      return answer(changed)
    },
  })
}

/** The booking's customer with their key. Undefined when there is no such booking: that is for the rules to say. */
async function customerBehind(
  core: Core,
  which: { readonly bookingId: BookingId; readonly businessId: BusinessId },
): Promise<Subject | Erased | undefined> {
  const fold = await core.schedules.load(scheduleStreamOf(which.bookingId))
  // Another process may have made the booking a moment ago.
  if (!fold.state.bookings.has(which.bookingId)) await core.schedules.refresh(fold)
  const booking = bookingOf(fold.state, which)
  if (booking === undefined) return undefined
  const key = (await core.vault.keysOf([booking.customerId])).get(booking.customerId)
  return key === undefined ? ERASED : { subjectId: booking.customerId, key }
}
