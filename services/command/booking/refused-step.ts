import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import type { BookingStatus } from '@forecourt/domain/schedule/state.ts'
import { match, P } from 'ts-pattern'

type RefusedStep = Extract<ScheduleRefusal, { readonly code: 'transition-not-allowed' }>

/**
 * Why a booking does not get the wanted status, for staff. Whoever acted on a status that it has no more is told what others
 * have done meanwhile, and by which of the dashboard's own words they come to what they wanted (specification section 4).
 */
export function refusedStep({ from, to, seen, withdrawn }: RefusedStep): string {
  const wayOut = wayTo(from, to)
  if (seen === undefined) return `A booking that is ${from} cannot become ${to}.`
  const fact = withdrawn
    ? 'The customer has taken this request back meanwhile.'
    : `Somebody has ${done(seen, from)} meanwhile.`
  return wayOut === undefined ? fact : `${fact} ${wayOut}`
}

/** What others have done, from the status that was seen to the present one. */
function done(seen: BookingStatus, now: BookingStatus): string {
  return match([seen, now] as const)
    .with([P._, 'approved'], () => 'approved this booking')
    .with(['pending', 'rejected'], () => 'rejected this booking')
    .with([P._, 'rejected'], () => 'cancelled this booking')
    .with([P._, 'completed'], () => 'marked this booking as completed')
    .with([P._, 'pending'], () => 'put this booking back to pending')
    .exhaustive()
}

function wayTo(from: BookingStatus, to: BookingStatus): string | undefined {
  return match([from, to] as const)
    .with(['approved', 'rejected'], () => 'Use Cancel Booking to take that back.')
    .with(['approved', 'completed'], () => 'Use Mark as Completed if it is over.')
    .with(['completed', 'approved'], () => 'Use Mark as Approved to take that back.')
    .with(['completed', 'rejected'], () => 'Use Mark as Approved and then Cancel Booking to take that back.')
    .with(['rejected', P.union('approved', 'completed')], () => 'It takes a new booking to change that.')
    .with(['pending', 'approved'], () => 'Use Approve.')
    .with(['pending', 'rejected'], () => 'Use Reject.')
    .otherwise(() => undefined)
}
