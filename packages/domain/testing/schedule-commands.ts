import fc from 'fast-check'
import { addDays, type CivilDate } from '../civil-date.ts'
import type { Decision } from '../decision.ts'
import { type ScheduleCommand, scheduleDecider } from '../schedule/decider.ts'
import type { ScheduleEvent, ScheduleFact } from '../schedule/events.ts'
import type { ScheduleRefusal } from '../schedule/refusals.ts'
import type { BookingStatus } from '../schedule/state.ts'
import {
  bookingId,
  customerId,
  harbour,
  maintenanceId,
  northern,
  pence,
  requestOf,
  today,
  vehicleId,
} from './rental.ts'

/** What happens besides what is asked of the schedule: the business changes its mind, and time goes on. */
type Circumstance = { readonly type: 'keepFree'; readonly turnaroundDays: number } | { readonly type: 'nextDay' }
export type Asked = ScheduleCommand | Circumstance

/** Few bookings in few days, so that people get in each other's way all the time. */
const BOOKINGS = 6
const BLOCKS = 4

const periods = fc
  .record({ start: fc.integer({ min: -1, max: 7 }), length: fc.integer({ min: 0, max: 5 }) })
  .map(({ start, length }) => {
    const pickupDate = addDays(today, start)
    return { pickupDate, dropoffDate: addDays(pickupDate, length) }
  })

const visitors: fc.Arbitrary<ScheduleCommand> = fc
  .record({
    period: periods,
    channel: fc.constantFrom('portal', 'desk'),
    status: fc.oneof(
      { weight: 5, arbitrary: fc.constant('available') },
      { weight: 1, arbitrary: fc.constant('booked') },
    ),
    totalAmount: fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constant(pence(9000)) },
    ),
  } as const)
  .map(({ period, channel, status, totalAmount }) => {
    const asked = requestOf({ ...period, channel, totalAmount })
    return { ...asked, vehicle: { ...asked.vehicle, status } }
  })

const subject = fc.record({
  bookingId: fc.integer({ min: 0, max: BOOKINGS }).map(bookingId),
  businessId: fc.oneof(
    { weight: 12, arbitrary: fc.constant(harbour) },
    { weight: 1, arbitrary: fc.constant(northern) },
  ),
})

const statuses = fc.constantFrom<BookingStatus>('pending', 'approved', 'rejected', 'completed')

const mark = fc.constantFrom('', 'one', 'two')

const staff: fc.Arbitrary<ScheduleCommand> = fc.oneof(
  fc
    .record({
      type: fc.constantFrom(
        ...(['approve', 'approve', 'approve', 'complete', 'complete', 'reinstate', 'reinstate'] as const),
        ...(['reject', 'cancel', 'hideFromRecent', 'hideFromBookingsPage'] as const),
        ...(['askToCancel', 'declineCancellation', 'reissueLink'] as const),
      ),
      subject,
    } as const)
    .map(({ type, subject: of }) => ({ type, ...of, turnaroundDays: 0, today })),
  fc
    .record({
      subject,
      status: fc.option(statuses, { nil: undefined }),
      adminNotes: fc.option(fc.record({ notes: fc.string(), mark, seen: fc.option(mark, { nil: undefined }) }), {
        nil: undefined,
      }),
    })
    .map(({ subject: of, ...change }) => ({ type: 'changeBooking', ...of, ...change, turnaroundDays: 0 }) as const),
)

const workshop: fc.Arbitrary<ScheduleCommand> = fc
  .record({
    maintenanceId: fc.integer({ min: 0, max: BLOCKS }).map(maintenanceId),
    businessId: fc.oneof(
      { weight: 12, arbitrary: fc.constant(harbour) },
      { weight: 1, arbitrary: fc.constant(northern) },
    ),
    period: periods,
    kind: fc.constantFrom('service', 'repair'),
    asked: fc.constantFrom(...(['new', 'new', 'change', 'change', 'cancel'] as const)),
  } as const)
  .map(({ asked, period, kind, ...of }): ScheduleCommand => {
    const which = { ...of, vehicleId, today }
    if (asked === 'cancel') return { type: 'cancelMaintenance', ...which }
    const work = { ...which, from: period.pickupDate, to: period.dropoffDate, kind, note: null }
    return asked === 'new' ? { type: 'scheduleMaintenance', ...work } : { type: 'changeMaintenance', ...work }
  })

const circumstances: fc.Arbitrary<Asked> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 3 }).map((turnaroundDays) => ({ type: 'keepFree', turnaroundDays }) as const),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'nextDay' } as const) },
)

const closing: fc.Arbitrary<ScheduleCommand> = fc.constant({ type: 'close', vehicleId, businessId: harbour, today })

/** The one customer of this model is nearly erased, and stays more often than not. */
const leaving: fc.Arbitrary<ScheduleCommand> = fc
  .constantFrom(
    ...([
      'closeForCustomer',
      'reopenForCustomer',
      'reopenForCustomer',
      'reopenForCustomer',
      'rejectPendingOf',
    ] as const),
  )
  .map((type) => ({ type, vehicleId, businessId: harbour, customerId, today }))

/** What several people ask of one vehicle, in whichever order, while time goes on. */
export const commands = fc.array(
  fc.oneof(
    { weight: 50, arbitrary: visitors },
    { weight: 200, arbitrary: staff },
    { weight: 1, arbitrary: closing },
    { weight: 4, arbitrary: leaving },
    { weight: 60, arbitrary: workshop },
    { weight: 16, arbitrary: circumstances },
  ),
  { minLength: 1, maxLength: 80, size: 'max' },
)

/** What became of one command. */
export interface Step {
  readonly command: ScheduleCommand
  /** The setting when it was decided. */
  readonly turnaroundDays: number
  readonly decision: Decision<ScheduleEvent, ScheduleRefusal>
}

/** Decides one command after the other, as the log lets them: each on the state that the last one left. */
export function live(asked: readonly Asked[]) {
  const state = scheduleDecider.initial()
  const history: ScheduleFact[] = []
  /** The setting behind each fact. */
  const turnaround: number[] = []
  const steps: Step[] = []
  const ids = { requests: 0, blocks: 0 }
  const now = { turnaroundDays: 0, today }
  for (const one of asked) {
    if (one.type === 'keepFree') now.turnaroundDays = one.turnaroundDays
    else if (one.type === 'nextDay') now.today = addDays(now.today, 1)
    else {
      const command = stamped(one, now, ids)
      const decision = scheduleDecider.decide(command, state)
      if (decision.ok) {
        for (const event of decision.events) scheduleDecider.evolve(state, event)
        history.push(...decision.events)
        turnaround.push(...decision.events.map(() => now.turnaroundDays))
      }
      steps.push({ command, turnaroundDays: now.turnaroundDays, decision })
    }
  }
  return { state, history, turnaround, steps }
}

/** The command as the caller completes it: with the day, the business's setting and an id that is new. */
function stamped(
  command: ScheduleCommand,
  { turnaroundDays, today: day }: { readonly turnaroundDays: number; readonly today: CivilDate },
  ids: { requests: number; blocks: number },
): ScheduleCommand {
  if (command.type === 'request') {
    return { ...command, bookingId: bookingId(ids.requests++), business: { active: true, turnaroundDays }, today: day }
  }
  if (command.type === 'scheduleMaintenance') {
    return { ...command, maintenanceId: maintenanceId(ids.blocks++), today: day }
  }
  if ('turnaroundDays' in command) return { ...command, turnaroundDays }
  return 'today' in command ? { ...command, today: day } : command
}
