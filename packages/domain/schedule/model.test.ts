import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVENTS } from '../catalogue.ts'
import { addDays } from '../civil-date.ts'
import type { Period } from '../period.ts'
import { faultsOf, holdersWithin } from '../testing/history.ts'
import { maintenanceId } from '../testing/rental.ts'
import { type Asked, commands, live, type Step } from '../testing/schedule-commands.ts'
import { type ScheduleCommand, scheduleDecider } from './decider.ts'
import type { ScheduleFact } from './events.ts'

const replay = (facts: readonly ScheduleFact[]) =>
  facts.reduce((state, fact) => scheduleDecider.evolve(state, fact), scheduleDecider.initial())

/** The days of a command for which it mattered who holds them; undefined for all else. */
function periodAskedFor({ command, decision }: Step, written: readonly ScheduleFact[]): Period | undefined {
  if (decision.ok) {
    for (const { data } of decision.events) {
      if ('pickupDate' in data) return data
      if ('from' in data) return { pickupDate: data.from, dropoffDate: data.to }
    }
    return undefined
  }
  if (decision.refusal.code !== 'dates-unavailable') return undefined
  if ('from' in command && 'to' in command) return { pickupDate: command.from, dropoffDate: command.to }
  if (command.type === 'request' || !('bookingId' in command)) return command.type === 'request' ? command : undefined
  return written
    .filter((fact) => fact.type === 'BookingRequested')
    .map(({ data }) => data)
    .find((data) => data.bookingId === command.bookingId)
}

const namedIn = ({ decision }: Step): string[] =>
  decision.ok || decision.refusal.code !== 'dates-unavailable'
    ? []
    : [
        ...decision.refusal.conflicts.map((conflict) => conflict.bookingId),
        ...decision.refusal.maintenance.map((block) => block.maintenanceId),
      ].toSorted()

/** Who holds days that the command wants, its turn-round included when it wants them for a booking. */
function holding({ command, turnaroundDays }: Step, period: Period, written: readonly ScheduleFact[]): string[] {
  if ('maintenanceId' in command) {
    return holdersWithin(written, period)
      .filter((holder) => holder !== command.maintenanceId)
      .toSorted()
  }
  const blocks = holdersWithin(written, period).filter((holder) => isBlock(holder))
  const wide = {
    pickupDate: addDays(period.pickupDate, -turnaroundDays),
    dropoffDate: addDays(period.dropoffDate, turnaroundDays),
  }
  return [...holdersWithin(written, wide).filter((holder) => !isBlock(holder)), ...blocks].toSorted()
}

const blockIds = new Set<string>(Array.from({ length: 100 }, (_, n) => maintenanceId(n)))
const isBlock = (holder: string) => blockIds.has(holder)

const MAKES_AN_ID: ReadonlySet<string> = new Set(['request', 'scheduleMaintenance'])
const isCommand = (one: Asked): one is ScheduleCommand => one.type !== 'keepFree' && one.type !== 'nextDay'

const RUNS = { numRuns: 1000 }

describe('whatever several people ask of one vehicle, in whichever order', () => {
  test('no two approved bookings or blocks ever share a day, bookings keep the turn-round of their time, and a status changes along the graph only', () => {
    fc.assert(
      fc.property(commands, (asked) => {
        const { history, turnaround } = live(asked)
        expect(faultsOf(history, turnaround)).toEqual([])
      }),
      RUNS,
    )
  })

  test('days are refused exactly when approved bookings or blocks hold some of them, and exactly those are named', () => {
    fc.assert(
      fc.property(commands, (asked) => {
        const written: ScheduleFact[] = []
        const named: string[][] = []
        const holders: string[][] = []
        for (const step of live(asked).steps) {
          const period = periodAskedFor(step, written)
          if (period !== undefined) {
            named.push(namedIn(step))
            holders.push(holding(step, period, written))
          }
          if (step.decision.ok) written.push(...step.decision.events)
        }
        expect(named).toEqual(holders)
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
        for (const command of asked) {
          if (!MAKES_AN_ID.has(command.type) && isCommand(command)) scheduleDecider.decide(command, state)
        }
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
        'scheduleMaintenance: MaintenanceScheduled',
        'scheduleMaintenance: dates-unavailable',
        'scheduleMaintenance: maintenance-in-the-past',
        'changeMaintenance: MaintenanceMoved',
        'changeMaintenance: MaintenanceMoved+MaintenanceDescribed',
        'changeMaintenance: MaintenanceDescribed',
        'changeMaintenance: dates-unavailable',
        'changeMaintenance: maintenance-started',
        'changeMaintenance: maintenance-over',
        'changeMaintenance: maintenance-cancelled',
        'cancelMaintenance: MaintenanceCancelled',
        'cancelMaintenance: maintenance-over',
        'close: ScheduleClosed',
        'close: vehicle-has-bookings',
      ]),
    )
  })
})
