import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { leadsTo } from '@forecourt/domain/schedule/renter.ts'
import { businessStream, scheduleStreamOf } from '@forecourt/domain/streams.ts'
import type { BookingLink } from '@forecourt/kit/booking-link.ts'
import { notFound } from '@forecourt/kit/problem.ts'
import { type Change, onBooking } from '../booking/on-booking.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'

/**
 * Makes sure that a link still leads somewhere, before anything is parsed or counted on its behalf: its business is there,
 * its booking has this version of it, and its renter is not erased. All of it is asked again where it is decided.
 * @returns the zone of the business's days
 * @throws {Problem} 404 for whatever is not so
 */
export async function timeZoneOfLink(core: Core, link: BookingLink): Promise<string> {
  const [business, schedule] = await Promise.all([
    core.businesses.load(businessStream(link.businessId)),
    core.schedules.load(scheduleStreamOf(link.bookingId)),
  ])
  // Another process may have made the booking, or its link, a moment ago.
  if (!leadsTo(schedule.state, link)) await core.schedules.refresh(schedule)
  if (business.state?.active !== true || !leadsTo(schedule.state, link)) throw notFound()
  return business.state.timeZone
}

/** Runs a renter's command on the booking of their link. Whoever is erased has none any more. */
export async function onOwnBooking<Answer>(
  core: Core,
  call: Call,
  { businessId, bookingId, version }: BookingLink,
  change: Omit<Change<Answer>, 'needsCustomer' | 'linkVersion'>,
): Promise<Executed<ScheduleRefusal, Answer>> {
  const done = await onBooking(core, call, { businessId }, bookingId, {
    ...change,
    needsCustomer: 'key',
    linkVersion: version,
  })
  return asAbsent(done)
}

/** A renter who is erased is told what everybody is told of what never was. */
export function asAbsent<Answer>(done: Executed<ScheduleRefusal, Answer>): Executed<ScheduleRefusal, Answer> {
  return !done.ok && done.refusal.code === 'customer-erased' ? { ok: false, refusal: { code: 'not-found' } } : done
}
