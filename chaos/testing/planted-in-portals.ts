import { randomUUID } from 'node:crypto'
import { type Answered, isAcknowledged } from '../checker/commands.ts'
import type { Invariant } from '../checker/verdict.ts'
import type { Request } from '../history.ts'
import { asked, edited, isOf, otherwise, told, without } from './forging.ts'
import type { Planted } from './planted-in-log.ts'

const PORTALS: Invariant = 'at the end the portal is what the log says'

const isLast = (request: Request): request is Answered => isAcknowledged(request) && request.asked.atTheEnd === true
const isFleet = (request: Request): boolean => isLast(request) && request.call === 'fleet'
const isCalendar = (request: Request): boolean => isLast(request) && (request.answer.periods?.length ?? 0) > 0

const shownVehicles = ({ answer }: Request) => (answer.kind === 'answer' ? Object.entries(answer.vehicles) : [])
const shownPeriods = ({ answer }: Request) => (answer.kind === 'answer' ? (answer.periods ?? []) : [])

/** Each vehicle's next days from another day on, or to another one. */
const withWindow = (request: Request, window: { readonly from?: string; readonly until?: string }) =>
  otherwise(request, {
    vehicles: Object.fromEntries(shownVehicles(request).map(([id, shown]) => [id, { ...shown, ...window }])),
  })

const NEVER_ADDED = { status: 'available', from: '2030-12-18', until: '2031-01-01', soon: [] }

/** Each vehicle's next days otherwise. */
const withSoon = (request: Request, soon: (shown: readonly string[]) => string[]) =>
  otherwise(request, {
    vehicles: Object.fromEntries(
      shownVehicles(request).map(([id, shown]) => [id, { ...shown, soon: soon(shown.soon) }]),
    ),
  })

export const PLANTED_IN_PORTALS: readonly Planted[] = [
  {
    bug: 'nobody has looked at the fleet',
    violates: PORTALS,
    says: /^nobody has looked at the fleet of [0-9a-f-]{36}$/,
    plant: (good) => told(good, { requests: good.history.requests.filter((one) => !isFleet(one)) }),
  },
  {
    bug: 'nobody has looked at a calendar',
    violates: PORTALS,
    says: /^nobody has looked when [0-9a-f-]{36} can be had$/,
    plant: (good) => told(good, { requests: good.history.requests.filter((one) => !isCalendar(one)) }),
  },
  {
    bug: 'a vehicle is not in the portal',
    violates: PORTALS,
    says: /^\S+ is available at the end, and not in the portal of \S+$/,
    plant: (good) =>
      asked(good, isFleet, (one) => otherwise(one, { vehicles: Object.fromEntries(shownVehicles(one).slice(1)) })),
  },
  {
    bug: 'a vehicle is in the portal that nobody has added',
    violates: PORTALS,
    says: /^\S+ is in the portal of \S+, and not in its fleet at the end$/,
    plant: (good) =>
      asked(good, isFleet, (one) =>
        otherwise(one, { vehicles: { ...Object.fromEntries(shownVehicles(one)), [randomUUID()]: NEVER_ADDED } }),
      ),
  },
  {
    bug: 'a vehicle is to be had in the portal that is out of service',
    violates: PORTALS,
    says: /^\S+ is unavailable at the end, and available in the portal of \S+$/,
    plant: (good) =>
      edited(good, isOf('VehicleStatusChanged'), ({ data }) => ({
        data: JSON.stringify({ ...JSON.parse(data), to: 'unavailable' }),
      })),
  },
  {
    bug: 'a vehicle that is let soon is free for its next days',
    violates: PORTALS,
    says: /^\S+ is taken \S+\/\S+ at the end, and not in its next days$/,
    plant: (good) => asked(good, isFleet, (one) => withSoon(one, () => [])),
  },
  {
    bug: 'a vehicle that is free is taken on its next days',
    violates: PORTALS,
    says: /^\S+ is taken 2020-01-01\/2020-01-02 in its next days, and not at the end$/,
    plant: (good) => asked(good, isFleet, (one) => withSoon(one, (soon) => [...soon, '2020-01-01/2020-01-02'])),
  },
  {
    bug: 'no next days are shown at all',
    violates: PORTALS,
    says: /^\S+ has its next days from 2020-01-01 to \S+$/,
    plant: (good) => asked(good, isFleet, (one) => withWindow(one, { from: '2020-01-01' })),
  },
  {
    bug: 'only tomorrow is shown of the next days',
    violates: PORTALS,
    says: /^\S+ has its next days from \S+ to 2020-01-02$/,
    plant: (good) => asked(good, isFleet, (one) => withWindow(one, { until: '2020-01-02' })),
  },
  {
    bug: 'maintenance is not in a calendar',
    violates: PORTALS,
    says: /^\S+ is taken \S+\/\S+ in its calendar, and not at the end$/,
    plant: (good) => without(good, isOf('MaintenanceScheduled')),
  },
  {
    bug: 'the days of a booking that is completed are taken in a calendar',
    violates: PORTALS,
    says: /^\S+ is taken \S+\/\S+ in its calendar, and not at the end$/,
    plant: (good) => without(good, isOf('BookingReinstated')),
  },
  {
    bug: 'a calendar is nothing that anybody understands',
    violates: PORTALS,
    says: /^the calendar of \S+ says nothing that anybody understands$/,
    plant: (good) => asked(good, isCalendar, (one) => otherwise(one, { periods: null })),
  },
  {
    bug: 'days that are taken are free in a calendar',
    violates: PORTALS,
    says: /^\S+ is taken \S+\/\S+ at the end, and not in its calendar$/,
    plant: (good) => asked(good, isCalendar, (one) => otherwise(one, { periods: shownPeriods(one).slice(1) })),
  },
  {
    bug: 'days that are free are taken in a calendar',
    violates: PORTALS,
    says: /^\S+ is taken 2031-01-01\/2031-01-02 in its calendar, and not at the end$/,
    plant: (good) =>
      asked(good, isCalendar, (one) => otherwise(one, { periods: [...shownPeriods(one), '2031-01-01/2031-01-02'] })),
  },
  {
    bug: 'a calendar shows a period twice',
    violates: PORTALS,
    says: /^\S+ is taken \S+\/\S+ in its calendar, and not at the end$/,
    plant: (good) =>
      asked(good, isCalendar, (one) => otherwise(one, { periods: shownPeriods(one).flatMap((day) => [day, day]) })),
  },
  {
    bug: 'other days are kept free in a calendar than the business wants',
    violates: PORTALS,
    says: /^\S+ is taken \S+\/\S+ at the end, and not in its calendar$/,
    plant: (good) =>
      edited(good, isOf('BusinessRentalRulesChanged'), ({ data }) => ({
        data: JSON.stringify({ ...JSON.parse(data), turnaroundDays: 3 }),
      })),
  },
]
