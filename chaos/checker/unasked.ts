import { LogSealed, ReadModelCompared } from '@forecourt/domain/audit/events.ts'
import { CustomerErased } from '@forecourt/domain/customer/events.ts'
import {
  NotificationAbandoned,
  NotificationFailed,
  NotificationSent,
  NotificationWithdrawn,
} from '@forecourt/domain/notification/events.ts'
import {
  ContractGenerated,
  CustomerBookingsClosed,
  CustomerBookingsReopened,
  SignedContractFiled,
} from '@forecourt/domain/schedule/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { contractMade } from '@forecourt/workers/contracts/contracts-for.ts'
import type { History } from '../history.ts'
import { stepsOf } from './commands.ts'
import { customerOfCauseIn, isRejectedByErasure } from './erasures.ts'
import { CLOCKS_APART, type Evidence, repeated } from './evidence.ts'
import { memberIn } from './memberships.ts'
import { usersIn } from './sessions.ts'

const ASKED_BY: ReadonlySet<string | undefined> = new Set(['customer', 'member'])

/** What workers write by themselves. */
const BY_WORKERS: ReadonlySet<string> = new Set(
  [
    NotificationSent,
    NotificationFailed,
    NotificationWithdrawn,
    NotificationAbandoned,
    ContractGenerated,
    SignedContractFiled,
    LogSealed,
    ReadModelCompared,
  ].map(({ type }) => type),
)

/** What an erasure is made of besides the one event that its command stands for. */
const STEPS: ReadonlySet<string> = new Set([CustomerBookingsClosed, CustomerBookingsReopened].map(({ type }) => type))

/**
 * Whether an event is a step of an erasure that somebody has asked for by then: whoever did, or, when they were cut short, the
 * system itself, which then also says that it is done.
 */
function stepsOfErasuresIn(history: History, log: readonly Recorded[]): (event: Recorded) => boolean {
  const usersOf = usersIn(history)
  const customerOf = customerOfCauseIn(log)
  const asked = Map.groupBy(
    history.requests.filter(({ call }) => call === 'eraseCustomer'),
    ({ asked: { id } }) => String(id),
  )
  return (event) => {
    const { type, metadata, recordedAt } = event
    const { actorKind, actorId = '', tenantId } = metadata
    const isStep = STEPS.has(type) || isRejectedByErasure(event)
    if (!isStep && !(type === CustomerErased.type && actorKind === 'system')) return false
    return (asked.get(customerOf(event) ?? '') ?? []).some(
      (request) =>
        request.businessId === tenantId &&
        request.startedAt <= recordedAt.getTime() + CLOCKS_APART &&
        (actorKind === 'system' || (actorKind === 'member' && usersOf(request).has(actorId))),
    )
  }
}

/** Whoever signs in, or chooses a password, says so without a key: that it was not asked for cannot be told. */
const OF_ACCOUNTS = /^rent\.user-/

/** Whether the system itself does to somebody's account what their business has said of them by then, and what was cut short. */
function followsBusinessIn(log: readonly Recorded[]): (event: Recorded) => boolean {
  const said = log.filter(
    ({ stream, type }) => stream.startsWith('rent.business-') && type.startsWith('BusinessMember'),
  )
  return (event) => {
    const member = memberIn(event)
    if (member === undefined || event.metadata.actorKind !== 'system') return false
    return said.some((one) => {
      const before = memberIn(one)
      return one.position < event.position && before?.userId === member.userId && before.isIn === member.isIn
    })
  }
}

/**
 * Nothing happens that nobody of the run has asked for, and what the workers add to it is there once: a request that is
 * carried out a second time under another name is in the log under a name that nobody has given. Nor is anything done in the
 * name of an operator, or of the system itself, but what workers do, and that an erasure is brought to its end, or somebody shut out
 * or let in, which somebody has begun: everything that operators did was done before the run.
 */
export function faultsOfTheUnasked({ history, log }: Evidence): string[] {
  const commands = stepsOf(history)
  const isOfErasure = stepsOfErasuresIn(history, log)
  const followsBusiness = followsBusinessIn(log)
  const isInRun = ({ recordedAt }: Recorded) => recordedAt.getTime() > history.beganAt + CLOCKS_APART
  const unasked = log.filter((event) => {
    const { stream, type, metadata } = event
    if (OF_ACCOUNTS.test(stream) && memberIn(event) === undefined) return false
    if (isOfErasure(event) || followsBusiness(event)) return false
    if (!ASKED_BY.has(metadata.actorKind)) return isInRun(event) && !BY_WORKERS.has(type)
    return !commands.has(metadata.commandId ?? '')
  })
  return [
    ...unasked.map(({ type, position, stream }) => `nobody has asked for ${type} at ${position} of ${stream}`),
    ...repeated(log.flatMap((event) => contractMade(event) ?? [])).map(
      ([issue, times]) => `contract ${issue} was made ${times} times`,
    ),
  ]
}
