import { CALLS } from '@forecourt/contracts/calls.ts'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import type { History, Request } from '../history.ts'

/** A command, and every time that it was sent. */
export interface Command {
  /** What its events carry in the log. */
  readonly commandId: string
  readonly call: string
  /** In the order in which they were sent. */
  readonly sendings: readonly Request[]
}

type Resource = (part: (name: string) => string, businessId: string) => string

/** Within what a key counts, by call (decisions: bookings): the same key elsewhere is another command. */
const RESOURCES: Readonly<Record<string, Resource>> = {
  requestBooking: (part) => `booking.request ${part('carId')}`,
  cancelMyBooking: (part, businessId) => `renter.cancel ${part('id')} ${businessId}`,
  declineCancellation: (part, businessId) => `booking.decline-cancellation ${part('id')} ${businessId}`,
  changeBooking: (part, businessId) => `booking.change ${part('id')} ${businessId}`,
  hideBookingFromRecent: (part, businessId) => `booking.hide recent ${part('id')} ${businessId}`,
  hideBookingFromBookingsPage: (part, businessId) => `booking.hide bookings-page ${part('id')} ${businessId}`,
  issueContract: (part, businessId) => `contract.issue ${part('id')} ${businessId}`,
  signContract: (part, businessId) => `contract.sign desk ${part('id')} ${businessId}`,
  attachContract: (part, businessId) => `contract.attach ${part('id')} ${businessId}`,
  changeVehicleStatus: (part, businessId) => `vehicle.change-status ${part('id')} ${businessId}`,
  scheduleMaintenance: (part, businessId) => `maintenance.schedule ${part('id')} ${businessId}`,
  cancelMaintenance: (part, businessId) => `maintenance.cancel ${part('maintenanceId')} ${businessId}`,
  hideCustomer: (part, businessId) => `customer.hide ${part('id')} ${businessId}`,
  changeLicenceStatus: (part, businessId) => `customer.licence-status ${part('id')} ${businessId}`,
  eraseCustomer: (part, businessId) => `customer.erase ${part('id')} ${businessId}`,
  saveSettings: (_part, businessId) => `business.settings ${businessId}`,
  changeStaffStatus: (part, businessId) => `staff.status ${part('id')} ${businessId}`,
}

/** Calls that write in two streams: within what their key counts in the second one. */
const FOLLOWING: Readonly<Record<string, Resource>> = {
  changeStaffStatus: (part) => `user.${part('status') === 'active' ? 'reactivate' : 'deactivate'} ${part('id')}`,
}

/** The command that a request sends; undefined when it sends none. @throws {Error} for a call that no check knows */
function commandIdOf(request: Request): string | undefined {
  const { call, key, id } = request
  if (key === null) return undefined
  const resource = RESOURCES[call]
  if (resource === undefined) throw new Error(`${id}: the checker does not know within what a key of ${call} counts`)
  return idUnder(key, resource, request)
}

function idUnder(key: string, resource: Resource, { call, asked, businessId, id }: Request): string {
  const part = (name: string) => {
    const value = asked[name]
    if (typeof value !== 'string') throw new Error(`${id}: ${call} without ${name}`)
    return value
  }
  return uuidV5(key.toLowerCase(), resource(part, businessId))
}

/** As what a command's second step is in the log; undefined of one that is done in one step. */
export function followingOf({ call, sendings: [first] }: Pick<Command, 'call' | 'sendings'>): string | undefined {
  const resource = FOLLOWING[call]
  return resource === undefined || first === undefined || first.key === null
    ? undefined
    : idUnder(first.key, resource, first)
}

const knownSteps = new WeakMap<History, ReadonlyMap<string, Command>>()

/** Commands by all ids that they have in the log: of both steps, where there are two. @throws as {@link commandsOf} */
export function stepsOf(history: History): ReadonlyMap<string, Command> {
  const before = knownSteps.get(history)
  if (before !== undefined) return before
  const commands = commandsOf(history)
  const steps = new Map(commands)
  for (const command of commands.values()) {
    const following = followingOf(command)
    if (following !== undefined) steps.set(following, command)
  }
  knownSteps.set(history, steps)
  return steps
}

const known = new WeakMap<History, ReadonlyMap<string, Command>>()

/** All commands of a history by their ids. @throws {Error} the history does not say enough of one */
export function commandsOf(history: History): ReadonlyMap<string, Command> {
  const before = known.get(history)
  if (before !== undefined) return before
  const commands = new Map<string, { commandId: string; call: string; sendings: Request[] }>()
  for (const request of history.requests.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const commandId = commandIdOf(request)
    if (commandId === undefined) continue
    const command = commands.get(commandId)
    if (command === undefined) commands.set(commandId, { commandId, call: request.call, sendings: [request] })
    else command.sendings.push(request)
  }
  known.set(history, commands)
  return commands
}

/** A sending that was answered, with its answer. */
export type Answered = Request & { readonly answer: { readonly kind: 'answer' } }

export const isAnswered = (request: Request): request is Answered => request.answer.kind === 'answer'

/** A question about rows that was answered. */
export const isRead = (request: Request): request is Answered =>
  isAnswered(request) && request.key === null && serviceOf(request) === 'query'

/** Whether its sender was told that it is done. */
export const isAcknowledged = (request: Request): request is Answered =>
  isAnswered(request) && request.answer.status >= 200 && request.answer.status < 300

/** Whether its sender was told that it is their own affair. */
export const isDenied = (request: Request): request is Answered =>
  isAnswered(request) && request.answer.status >= 400 && request.answer.status < 500

/** Refusals that say nothing of the command: who sent it may not, or not now, or not under this key. */
const NOT_DECIDED: ReadonlySet<string> = new Set(['not-signed-in', 'too-many-requests', 'idempotency-key-reused'])

/** Whether its sender was told that it is not done, and will not be. */
export const isRefused = (request: Request): request is Answered =>
  isDenied(request) && !NOT_DECIDED.has(request.answer.code)

/** How a violation names a request. */
export const named = ({ id, call, key }: Request): string =>
  key === null ? `${call} (${id})` : `${call} ${key} (${id})`

const SERVICES: ReadonlyMap<string, 'command' | 'query'> = new Map(CALLS.map(({ id, service }) => [id, service]))

/** Who answers a call, or takes a file. @throws {Error} there is no such call */
export function serviceOf({ call }: Pick<Request, 'call'>): 'command' | 'query' | 'storage' {
  if (call === 'putFile') return 'storage'
  const service = SERVICES.get(call)
  if (service === undefined) throw new Error(`there is no call ${call}`)
  return service
}
