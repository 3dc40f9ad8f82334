import type { KeyObject } from 'node:crypto'
import { refuse } from '@forecourt/domain/decision.ts'
import { BookingId, type BusinessId } from '@forecourt/domain/ids.ts'
import { type ScheduleCommand, scheduleDecider } from '@forecourt/domain/schedule/decider.ts'
import type { ScheduleFact } from '@forecourt/domain/schedule/events.ts'
import { bookingAfter } from '@forecourt/domain/schedule/evolve.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { leadsTo } from '@forecourt/domain/schedule/renter.ts'
import { type Booking, bookingOf, type ScheduleState } from '@forecourt/domain/schedule/state.ts'
import { scheduleStreamOf } from '@forecourt/domain/streams.ts'
import { ERASED, type Erased } from '@forecourt/event-log/erased.ts'
import { begin, type Subject } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run } from '../log/run.ts'

type Staff = { readonly businessId: BusinessId }

/** A change of one booking, see {@link onBooking}. */
export interface Change<Answer> {
  readonly resource: string
  readonly asked: unknown
  /**
   * `known`: it comes about for nobody whom the vault has forgotten; the append itself asks. `key`: it is about their personal
   * data, too, and their key is read first.
   */
  readonly needsCustomer: false | 'known' | 'key'
  /** @param customer the key of the booking's customer, when it was asked for and they are not erased */
  readonly commandOn: (
    booking: { bookingId: BookingId; businessId: BusinessId },
    customer: KeyObject | undefined,
  ) => ScheduleCommand
  /** The booking is meant only while its renter's link has this version. */
  readonly linkVersion?: number | undefined
  /** A stored file that the change attaches to the booking, and so to its customer. */
  readonly filePath?: string
  /** What the booking is now, and what happened. */
  readonly answer: (booking: Readonly<Booking>, facts: readonly ScheduleFact[]) => Answer
}

/**
 * Runs a command of the business on one of its bookings. Another business's booking is as absent as a made-up one.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function onBooking<Answer>(
  core: Core,
  call: Call,
  { businessId }: Staff,
  id: string,
  { resource, asked, needsCustomer, commandOn, filePath, linkVersion, answer }: Change<Answer>,
): Promise<Executed<ScheduleRefusal, Answer>> {
  const parsed = BookingId.safeParse(id)
  if (!parsed.success) return refuse({ code: 'not-found' })
  const booking = { bookingId: parsed.data, businessId }
  const subject = needsCustomer === 'key' ? await customerBehind(core, booking) : undefined
  const begun = begin(core, call, {
    stream: scheduleStreamOf(booking.bookingId),
    tenantId: businessId,
    resource: `${resource} ${booking.bookingId} ${businessId}`,
    asked,
  })
  const rules = {
    decide(command: ScheduleCommand, schedule: ScheduleState): ReturnType<typeof scheduleDecider.decide> {
      if (linkVersion !== undefined && !leadsTo(schedule, { ...booking, version: linkVersion })) {
        return refuse({ code: 'not-found' })
      }
      const decision = scheduleDecider.decide(command, schedule)
      const writes = decision.ok && decision.events.length > 0
      return writes && subject === ERASED ? refuse({ code: 'customer-erased' }) : decision
    },
  }
  const known = subject === ERASED ? undefined : subject
  return await run(core, core.schedules, rules, begun, commandOn(booking, known?.key), {
    subject: known,
    ...(filePath === undefined || known === undefined
      ? {}
      : { file: { objectPath: filePath, businessId, customerId: known.subjectId } }),
    stillKnown: needsCustomer === false ? undefined : customerIn,
    answer: ({ state, events }) => {
      const changed = bookingAfter(state, booking, events)
      if (changed === undefined) throw new Error('a booking was changed that is not there')
      return answer(changed, events)
    },
  })
}

/** Whom events of one booking are about. */
function customerIn(events: readonly ScheduleFact[]): string | undefined {
  return events.flatMap(({ data }) => ('customerId' in data ? [data.customerId] : []))[0]
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
