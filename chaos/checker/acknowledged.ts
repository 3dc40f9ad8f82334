import type { Recorded } from '@forecourt/event-log/port.ts'
import { type Answered, type Command, commandsOf, isAcknowledged, named } from './commands.ts'
import { CLOCKS_APART, type Evidence } from './evidence.ts'
import { subjectsOf } from './owners.ts'

/**
 * Each acknowledged command is in the log exactly once, where its answer said, and was there before the answer; and no
 * command, acknowledged or not, is in it twice.
 */
export function faultsOfAcknowledgements({ history, log }: Evidence): string[] {
  const byCommand = Map.groupBy(log, ({ metadata }) => metadata.commandId ?? '')
  return [...commandsOf(history).values()].flatMap((command) => {
    const events = byCommand.get(command.commandId) ?? []
    return [
      ...doubled(command, events),
      ...command.sendings.filter(isAcknowledged).flatMap((sending) => faultsOfOne(sending, events)),
    ]
  })
}

/** One append writes its events one after another into one stream, and says nothing twice. */
function doubled({ call, commandId }: Command, events: readonly Recorded[]): string[] {
  const [first] = events
  if (first === undefined) return []
  const isOneAppend = events.every(
    ({ stream, revision }, index) => stream === first.stream && revision === first.revision + BigInt(index),
  )
  const types = events.map(({ type }) => type)
  if (isOneAppend && new Set(types).size === types.length) return []
  const places = events.map(({ type, position }) => `${type} at ${position}`)
  return [`${call} was applied more than once (command ${commandId}): ${places.join(', ')}`]
}

/** The events that can say what was asked for. */
const LED: Readonly<Record<string, readonly string[]>> = {
  requestBooking: ['BookingRequested'],
  'changeBooking approved': ['BookingApproved', 'BookingReinstated'],
  'changeBooking rejected': ['BookingRejected', 'BookingCancelled'],
  'changeBooking completed': ['BookingCompleted'],
  hideBookingFromRecent: ['BookingHiddenFromRecent'],
  hideBookingFromBookingsPage: ['BookingHiddenFromBookingsPage'],
  scheduleMaintenance: ['MaintenanceScheduled'],
  changeMaintenance: ['MaintenanceMoved', 'MaintenanceDescribed'],
  cancelMaintenance: ['MaintenanceCancelled'],
  hideCustomer: ['CustomerHiddenFromCustomersPage'],
  'changeLicenceStatus verified': ['CustomerLicenceVerified'],
  'changeLicenceStatus refused': ['CustomerLicenceRefused'],
  'changeLicenceStatus expired': ['CustomerLicenceExpired'],
  'changeLicenceStatus pending': ['CustomerLicenceReset'],
}

function faultsOfOne(sending: Answered, events: readonly Recorded[]): string[] {
  const { answer, startedAt, endedAt, call, asked } = sending
  const last = events.at(-1)
  if (answer.position === null) {
    // Somebody else had done the same already. Had this very command done it, the answer would say where.
    const earlier = events.find(({ recordedAt }) => recordedAt.getTime() < startedAt - CLOCKS_APART)
    if (earlier === undefined) return []
    return [`${named(sending)} was told that nothing was written; at ${earlier.position} there is ${earlier.type}`]
  }
  if (last === undefined)
    return [`lost: ${named(sending)} was acknowledged at ${answer.position}, and is not in the log`]
  const faults: string[] = []
  if (String(last.position) !== answer.position)
    faults.push(`${named(sending)} was acknowledged at ${answer.position}, and is at ${last.position}`)
  if (last.recordedAt.getTime() > endedAt + CLOCKS_APART)
    faults.push(`${named(sending)} was acknowledged before it was appended`)
  const led = LED[call] ?? LED[`${call} ${asked.status}`]
  const said = led === undefined ? last : events.find(({ type }) => led.includes(type))
  if (said === undefined) faults.push(`${named(sending)} is in the log as ${events.map(({ type }) => type).join()}`)
  else if (answer.id !== null && !subjectsOf(said).includes(answer.id))
    faults.push(`${named(sending)} was acknowledged for ${answer.id}, and is in the log for another`)
  return faults
}
