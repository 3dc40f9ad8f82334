import type { Recorded } from '@forecourt/event-log/port.ts'
import { type Answered, type Command, commandsOf, followingOf, isAcknowledged, named } from './commands.ts'
import { CLOCKS_APART, type Evidence } from './evidence.ts'
import { subjectsOf } from './owners.ts'
import { standingIn } from './standing.ts'
import { toldIn } from './told.ts'

/**
 * Each acknowledged command is in the log exactly once, where its answer said, and was there before the answer, unless what
 * it asked for was so already; and no command, acknowledged or not, is in it twice.
 */
export function faultsOfAcknowledgements({ history, log }: Evidence): string[] {
  const byCommand = Map.groupBy(log, ({ metadata }) => metadata.commandId ?? '')
  const wasSo = standingIn(log, toldIn({ history, log }))
  return [...commandsOf(history).values()].flatMap((command) => {
    const events = byCommand.get(command.commandId) ?? []
    const following = followingOf(command)
    return [
      ...doubled(command, events),
      ...doubled(command, byCommand.get(following ?? '-') ?? []),
      // One that is done in two steps is told of the second: see `faultsOfStatuses`.
      ...(following === undefined ? command.sendings : [])
        .filter(isAcknowledged)
        .flatMap((sending) =>
          sending.answer.position === null
            ? unwritten(sending, events, wasSo(command, sending))
            : faultsOfOne(sending, events),
        ),
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

/** As what a command is in the log, by what it asks for, or what its sender was told has become of that. */
const LED: Readonly<Record<string, readonly string[]>> = {
  requestBooking: ['BookingRequested'],
  'cancelMyBooking cancelled': ['BookingWithdrawn'],
  'cancelMyBooking asked': ['CancellationRequested'],
  declineCancellation: ['CancellationDeclined'],
  // Notes alone.
  changeBooking: ['BookingAdminNotesSaved'],
  'changeBooking approved': ['BookingApproved', 'BookingReinstated'],
  'changeBooking rejected': ['BookingRejected', 'BookingCancelled'],
  'changeBooking completed': ['BookingCompleted'],
  hideBookingFromRecent: ['BookingHiddenFromRecent'],
  hideBookingFromBookingsPage: ['BookingHiddenFromBookingsPage'],
  issueContract: ['ContractIssueRequested'],
  signContract: ['ContractSigned'],
  attachContract: ['ContractUploaded'],
  'changeVehicleStatus available': ['VehicleStatusChanged'],
  'changeVehicleStatus unavailable': ['VehicleStatusChanged'],
  scheduleMaintenance: ['MaintenanceScheduled'],
  cancelMaintenance: ['MaintenanceCancelled'],
  eraseCustomer: ['CustomerErased'],
  hideCustomer: ['CustomerHiddenFromCustomersPage'],
  'changeLicenceStatus verified': ['CustomerLicenceVerified'],
  'changeLicenceStatus refused': ['CustomerLicenceRefused'],
  'changeLicenceStatus expired': ['CustomerLicenceExpired'],
  'changeLicenceStatus pending': ['CustomerLicenceReset'],
  'saveSettings description': ['BusinessContactChanged'],
  'saveSettings turnaroundDays': ['BusinessRentalRulesChanged'],
}

/** @throws {Error} no check knows what it asks for */
function ledBy({ id, call, asked, answer }: Answered): readonly string[] {
  const what = asked.status ?? asked.setting ?? answer.outcome ?? undefined
  const led = LED[what === undefined ? call : `${call} ${what}`]
  if (led === undefined) throw new Error(`${id}: the checker does not know what ${call} ${what ?? ''} leads to`)
  return led
}

/** The answer names no place in the log. Had this very command done it, it would say where. */
function unwritten(sending: Answered, events: readonly Recorded[], wasSo: boolean): string[] {
  const earlier = events.find(({ recordedAt }) => recordedAt.getTime() < sending.startedAt - CLOCKS_APART)
  if (earlier !== undefined)
    return [`${named(sending)} was told that nothing was written; at ${earlier.position} there is ${earlier.type}`]
  return wasSo ? [] : [`${named(sending)} was acknowledged at no place in the log, and it was not so already`]
}

function faultsOfOne(sending: Answered, events: readonly Recorded[]): string[] {
  const { answer, endedAt } = sending
  const last = events.at(-1)
  if (last === undefined)
    return [`lost: ${named(sending)} was acknowledged at ${answer.position}, and is not in the log`]
  const faults: string[] = []
  if (String(last.position) !== answer.position)
    faults.push(`${named(sending)} was acknowledged at ${answer.position}, and is at ${last.position}`)
  if (last.recordedAt.getTime() > endedAt + CLOCKS_APART)
    faults.push(`${named(sending)} was acknowledged before it was appended`)
  const led = ledBy(sending)
  if (events.some(({ type }) => !led.includes(type)))
    faults.push(`${named(sending)} is in the log as ${events.map(({ type }) => type).join()}`)
  else if (answer.id !== null && !subjectsOf(last).includes(answer.id))
    faults.push(`${named(sending)} was acknowledged for ${answer.id}, and is in the log for another`)
  return faults
}
