import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVENTS } from '../catalogue.ts'
import { addDays } from '../civil-date.ts'
import type { Decision } from '../decision.ts'
import type { BookingId } from '../ids.ts'
import { faultsOf, holdersWithin } from '../testing/history.ts'
import { bookingId, customerId, harbour, northern, pence, requestOf, today, vehicleId } from '../testing/rental.ts'
import { type ScheduleCommand, scheduleDecider } from './decider.ts'
import type { ScheduleEvent, ScheduleFact } from './events.ts'
import type { ScheduleRefusal } from './refusals.ts'
import type { BookingStatus } from './state.ts'

/** Few bookings in few days, so that people get in each other's way all the time. */
const BOOKINGS = 6

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
      ),
      subject,
    } as const)
    .map(({ type, subject: of }) => ({ type, ...of })),
  fc
    .record({
      subject,
      status: fc.option(statuses, { nil: undefined }),
      adminNotes: fc.option(fc.record({ notes: fc.string(), mark, seen: fc.option(mark, { nil: undefined }) }), {
        nil: undefined,
      }),
    })
    .map(({ subject: of, ...change }) => ({ type: 'changeBooking', ...of, ...change }) as const),
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

const commands = fc.array(
  fc.oneof(
    { weight: 50, arbitrary: visitors },
    { weight: 200, arbitrary: staff },
    { weight: 1, arbitrary: closing },
    { weight: 4, arbitrary: leaving },
  ),
  { minLength: 1, maxLength: 80, size: 'max' },
)

/** What became of one command. */
interface Step {
  readonly command: ScheduleCommand
  readonly decision: Decision<ScheduleEvent, ScheduleRefusal>
}

/** Decides one command after the other, as the log lets them: each on the state that the last one left. */
function live(asked: readonly ScheduleCommand[]) {
  const state = scheduleDecider.initial()
  const history: ScheduleFact[] = []
  const steps: Step[] = []
  let requests = 0
  for (const command of asked) {
    const numbered = command.type === 'request' ? { ...command, bookingId: bookingId(requests++) } : command
    const decision = scheduleDecider.decide(numbered, state)
    if (decision.ok) for (const event of decision.events) scheduleDecider.evolve(state, event)
    if (decision.ok) history.push(...decision.events)
    steps.push({ command: numbered, decision })
  }
  return { state, history, steps }
}

const replay = (facts: readonly ScheduleFact[]) =>
  facts.reduce((state, fact) => scheduleDecider.evolve(state, fact), scheduleDecider.initial())

/** The days of a request, approval or reinstatement for which it mattered who holds them; undefined for all else. */
function periodAskedFor(command: ScheduleCommand, decision: Step['decision'], written: readonly ScheduleFact[]) {
  if (decision.ok) return decision.events.map(({ data }) => data).find((data) => 'pickupDate' in data)
  if (decision.refusal.code !== 'dates-unavailable' || !('bookingId' in command)) return undefined
  if (command.type === 'request') return command
  return written
    .filter((fact) => fact.type === 'BookingRequested')
    .map(({ data }) => data)
    .find((data) => data.bookingId === command.bookingId)
}

const namedIn = (decision: Step['decision']) =>
  decision.ok || decision.refusal.code !== 'dates-unavailable'
    ? []
    : decision.refusal.conflicts.map((conflict) => conflict.bookingId)

const RUNS = { numRuns: 1000 }

describe('whatever several people ask of one vehicle, in whichever order', () => {
  test('no two approved bookings ever share a day, and a status changes along the graph only', () => {
    fc.assert(
      fc.property(commands, (asked) => {
        expect(faultsOf(live(asked).history)).toEqual([])
      }),
      RUNS,
    )
  })

  test('days are refused exactly when approved bookings hold some of them, and exactly those are named', () => {
    fc.assert(
      fc.property(commands, (asked) => {
        const written: ScheduleFact[] = []
        const named: BookingId[][] = []
        const holding: BookingId[][] = []
        for (const { command, decision } of live(asked).steps) {
          const period = periodAskedFor(command, decision, written)
          if (period !== undefined) {
            named.push(namedIn(decision))
            holding.push(holdersWithin(written, period))
          }
          if (decision.ok) written.push(...decision.events)
        }
        expect(named).toEqual(holding)
      }),
      RUNS,
    )
  })

  test('what is emitted is in the catalogue, and folds from what the log keeps of it to the same state', () => {
    fc.assert(
      fc.property(commands, (asked) => {
        const { state, history } = live(asked)
        for (const event of history) expect(EVENTS.get(event.type)?.data.parse(event.data)).toEqual(event.data)
        const kept: ScheduleFact[] = JSON.parse(JSON.stringify(history.map(({ type, data }) => ({ type, data }))))
        expect(replay(kept)).toEqual(state)
      }),
      RUNS,
    )
  })

  test('a refusal writes nothing and deciding leaves the state alone', () => {
    fc.assert(
      fc.property(commands, commands, (before, asked) => {
        const { state } = live(before)
        const untouched = structuredClone(state)
        for (const command of asked.filter(({ type }) => type !== 'request')) scheduleDecider.decide(command, state)
        expect(state).toEqual(untouched)
      }),
      { numRuns: 300 },
    )
  })

  test('the people do get in each other’s way: every kind of answer is met', () => {
    const met = new Set<string>()
    fc.assert(
      fc.property(commands, (asked) => {
        for (const { command, decision } of live(asked).steps) {
          const answer = decision.ok ? decision.events.map(({ type }) => type).join('+') : decision.refusal.code
          met.add(`${command.type}: ${answer}`)
        }
      }),
      { ...RUNS, seed: 20261025 },
    )
    expect([...met]).toEqual(
      expect.arrayContaining([
        'request: BookingRequested',
        'request: dates-unavailable',
        'request: invalid-dates',
        'request: pickup-in-the-past',
        'request: price-changed',
        'request: vehicle-unavailable',
        'approve: BookingApproved',
        'approve: dates-unavailable',
        'approve: transition-not-allowed',
        'approve: not-found',
        'reject: BookingRejected',
        'cancel: BookingCancelled',
        'complete: BookingCompleted',
        'reinstate: BookingReinstated',
        'reinstate: dates-unavailable',
        'changeBooking: BookingApproved+BookingAdminNotesSaved',
        'changeBooking: dates-unavailable',
        'close: ScheduleClosed',
        'close: vehicle-has-bookings',
      ]),
    )
  })
})
