import { randomUUID } from 'node:crypto'
import { ulid } from '@forecourt/domain/ulid.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { z } from 'zod'
import { commandsOf, isAnswered } from '../checker/commands.ts'
import { isRejectedByErasure } from '../checker/erasures.ts'
import type { Evidence } from '../checker/evidence.ts'
import type { Invariant } from '../checker/verdict.ts'
import { appended, asked, edited, isOf, lastOf, otherwise, rewritten, told, without } from './forging.ts'

/** Something that went wrong in a run in which everything else went well. */
export interface Planted {
  readonly bug: string
  readonly violates: Invariant
  /** What the checker says of it. */
  readonly says: RegExp
  readonly plant: (good: Evidence) => Evidence
}

export const REQUESTED = isOf('BookingRequested')
export const ONCE = 'each acknowledged command is in the log exactly once, and was before its answer'
const SCHEDULES = 'no vehicle is given away twice, and each status follows from the one before'
const SEALS = 'the chain of seals holds'

const Members = z.record(z.string(), z.unknown())
const membersOf = ({ data }: Recorded) => Members.parse(JSON.parse(data))

/** The same request once more: another booking, as a decider that has forgotten the first one makes it. */
export const madeAgain = (event: Recorded, commandId = event.metadata.commandId ?? ''): Recorded => {
  const { bookingId } = membersOf(event)
  const another = `${String(bookingId).slice(0, 37)}${ulid(Date.parse('2026-11-01'), new Uint8Array(10))}`
  const data = JSON.stringify({ ...membersOf(event), bookingId: another })
  return { ...event, id: randomUUID(), data, metadata: { ...event.metadata, commandId } }
}

/** What an event that says something else of the same booking would be. */
const saying = (event: Recorded, type: string, more: object = {}): Partial<Recorded> => {
  const { bookingId, businessId, customerId } = membersOf(event)
  return { type, data: JSON.stringify({ bookingId, businessId, customerId, ...more }) }
}

/** The days that the booking of an event was asked for. */
function daysOf({ log }: Evidence, event: Recorded): object {
  const { bookingId } = membersOf(event)
  const request = lastOf(log, (other) => REQUESTED(other) && membersOf(other).bookingId === bookingId)
  const { pickupDate, dropoffDate } = membersOf(request)
  return { pickupDate, dropoffDate }
}

/** The command that was refused: an approval of days that another booking holds. */
const refusedCommand = ({ history }: Evidence) =>
  lastOf([...commandsOf(history).values()], ({ sendings }) =>
    sendings.some((sending) => isAnswered(sending) && sending.answer.code === 'dates-unavailable'),
  )

const firstRejection = ({ log }: Evidence) => {
  const event = log.find((one) => one.type === 'BookingRejected' && !isRejectedByErasure(one))
  return (other: Recorded) => other === event
}

/** As if the last of these events had been appended, and its sender been told, at a time of the runner's clock. */
function toldAt(evidence: Evidence, isMeant: (event: Recorded) => boolean, at: number): Evidence {
  const { metadata } = lastOf(evidence.log, isMeant)
  const sendings = commandsOf(evidence.history).get(metadata.commandId ?? '')?.sendings ?? []
  const earlier = edited(evidence, isMeant, () => ({ recordedAt: new Date(at - 1) }))
  return told(earlier, {
    requests: earlier.history.requests.map((request) =>
      sendings.some(({ id }) => id === request.id) ? { ...request, startedAt: at - 2, endedAt: at } : request,
    ),
  })
}

/**
 * The last vehicle that was taken out of service was never put back, and renters were given it all the same.
 * @param toldBefore so many milliseconds before the first of them asked somebody was told that it is out of service
 */
export function neverPutBack(good: Evidence, toldBefore: number): Evidence {
  const { stream } = lastOf(good.log, isOf('VehicleStatusChanged'))
  const isOfIt = (event: Recorded) => event.stream === stream && event.type === 'VehicleStatusChanged'
  const out = good.log.find(isOfIt)
  const given = good.log.find(
    (event) => REQUESTED(event) && event.position > (out?.position ?? 0n) && isFor(event, stream),
  )
  const [asking] = commandsOf(good.history).get(given?.metadata.commandId ?? '')?.sendings ?? []
  if (asking === undefined) throw new Error('nobody has asked for that vehicle')
  return toldAt(without(good, isOfIt), isOfIt, asking.startedAt - toldBefore)
}

const isFor = (event: Recorded, vehicleStream: string) => vehicleStream.endsWith(String(membersOf(event).vehicleId))

export const LET = 'no vehicle is let while it is out of service'

export const PLANTED_IN_LOG: readonly Planted[] = [
  {
    bug: 'a vehicle is let that was taken out of service a minute before',
    violates: LET,
    says: /^\S+ was out of service, and let: \S+ at \d+$/,
    plant: (good) => neverPutBack(good, 60_000),
  },
  {
    bug: 'an acknowledged command is lost',
    violates: ONCE,
    says: /^lost: changeBooking/,
    plant: (good) => without(good, isOf('BookingRejected')),
  },
  {
    bug: 'what staff have said of a licence is lost',
    violates: ONCE,
    says: /^lost: changeLicenceStatus/,
    plant: (good) => without(good, isOf('CustomerLicenceRefused')),
  },
  {
    bug: 'a licence’s check is in the log as another one',
    violates: ONCE,
    says: /^changeLicenceStatus .* is in the log as CustomerLicenceVerified/,
    plant: (good) => edited(good, isOf('CustomerLicenceRefused'), () => ({ type: 'CustomerLicenceVerified' })),
  },
  {
    bug: 'a command is applied twice',
    violates: ONCE,
    says: /was applied more than once .*BookingRejected at \d+, BookingRejected at/,
    plant: (good) => appended(good, { ...lastOf(good.log, isOf('BookingRejected')), id: randomUUID() }),
  },
  {
    bug: 'a request is told 500, sent again, and applied both times',
    violates: ONCE,
    says: /^requestBooking was applied more than once/,
    plant: (good) => {
      const event = lastOf(good.log, REQUESTED)
      const [first] = commandsOf(good.history).get(event.metadata.commandId ?? '')?.sendings ?? []
      const failing = asked(
        good,
        (request) => request === first,
        (request) => otherwise(request, { status: 500, code: 'internal', position: null, id: null }),
      )
      return appended(failing, madeAgain(event))
    },
  },
  {
    bug: 'a contract is never made',
    violates: 'each approval has its contract, each signature its copy',
    says: /^BookingApproved at \d+ has no contract$/,
    plant: (good) => {
      // The booking’s other one, which would take its place, never was either.
      const { bookingId } = membersOf(lastOf(good.log, isOf('ContractUploaded')))
      const ofBooking = (type: string) => (event: Recorded) =>
        event.type === type && membersOf(event).bookingId === bookingId
      return without(without(good, ofBooking('ContractUploaded')), ofBooking('ContractGenerated'))
    },
  },
  {
    bug: 'a command is acknowledged before it is appended',
    violates: ONCE,
    says: /was acknowledged before it was appended/,
    plant: (good) =>
      edited(good, REQUESTED, ({ recordedAt }) => ({ recordedAt: new Date(recordedAt.getTime() + 60_000) })),
  },
  {
    bug: 'a refused command is done all the same',
    violates: 'what was refused was not done, and a key keeps its command',
    says: /was refused \(dates-unavailable\), and was done: BookingApproved/,
    plant: (good) => {
      const { commandId } = refusedCommand(good)
      const event = lastOf(good.log, isOf('BookingApproved'))
      return appended(good, { ...event, id: randomUUID(), metadata: { ...event.metadata, commandId } })
    },
  },
  {
    bug: 'two bookings of one vehicle are approved for one day',
    violates: SCHEDULES,
    says: /was given to .* and to/,
    plant: (good) =>
      edited(good, firstRejection(good), (event) => saying(event, 'BookingApproved', daysOf(good, event))),
  },
  {
    bug: 'maintenance takes days of an approved booking',
    violates: SCHEDULES,
    says: /was given to .* and to/,
    plant: (good) => {
      const { pickupDate: from, dropoffDate: to } = membersOf(lastOf(good.log, isOf('BookingReinstated')))
      return rewritten(good, isOf('MaintenanceScheduled'), { from, to })
    },
  },
  {
    bug: 'a booking begins within another one’s turn-round',
    violates: SCHEDULES,
    says: /in its turn-round on/,
    plant: (good) => {
      // Everybody has heard of the setting.
      const settled = toldAt(good, isOf('BusinessRentalRulesChanged'), 1)
      const { businessId } = membersOf(lastOf(good.log, isOf('BusinessRentalRulesChanged')))
      const [, second, third] = good.log.filter(
        (event) => event.type === 'BookingApproved' && membersOf(event).businessId === businessId,
      )
      if (second === undefined || third === undefined) throw new Error('a good day has three approvals')
      const pickupDate = membersOf(second).dropoffDate
      return rewritten(settled, (event) => event.id === third.id, { pickupDate })
    },
  },
  {
    bug: 'a request is completed that nobody has approved',
    violates: SCHEDULES,
    says: /went from pending to completed/,
    plant: (good) => edited(good, firstRejection(good), (event) => saying(event, 'BookingCompleted')),
  },
  {
    bug: 'one renter becomes two customers of a business',
    violates: 'a customer is one person of one business',
    says: /is 2 customers/,
    plant: (good) => rewritten(good, REQUESTED, { customerId: randomUUID() }),
  },
  {
    bug: 'a seal is forged',
    violates: SEALS,
    says: /is forged/,
    plant: (good) => rewritten(good, isOf('LogSealed'), { signature: Buffer.alloc(64, 1).toString('base64') }),
  },
  {
    bug: 'a seal is missing',
    violates: SEALS,
    says: /seal 2 does not follow from the one before it/,
    plant: (good) => {
      const first = good.log.find(isOf('LogSealed'))
      return without(good, (event) => event === first)
    },
  },
  {
    bug: 'the newest seal was never made, and its events are old',
    violates: SEALS,
    says: /^\d+ events are old and not sealed, from position \d+ on$/,
    plant: (good) => {
      const { history, ...rest } = without(good, isOf('LogSealed'))
      const anHourLater = (history.endedAt ?? 0) + 3_600_000
      return { ...rest, history: { ...history, endedAt: anHourLater } }
    },
  },
  {
    bug: 'nobody has a key to seal with',
    violates: SEALS,
    says: /^nobody sealed: there is no key/,
    plant: (good) => ({ ...good, publicKeys: new Map() }),
  },
  {
    bug: 'an event is changed after it was sealed',
    violates: SEALS,
    says: /this event is not what was sealed/,
    plant: (good) => rewritten(good, isOf('BookingRejected'), { reason: 'no reason' }),
  },
  {
    bug: 'what became of a mail is not written down',
    violates: 'each notification fact has its mail, copies only for a kill, under one Message-ID',
    says: /the log does not say what became of it/,
    plant: (good) => without(good, isOf('NotificationSent')),
  },
]
