import { LogSealed, ReadModelCompared } from '@forecourt/domain/audit/events.ts'
import {
  NotificationAbandoned,
  NotificationFailed,
  NotificationSent,
  NotificationWithdrawn,
} from '@forecourt/domain/notification/events.ts'
import { ContractGenerated, SignedContractFiled } from '@forecourt/domain/schedule/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { contractMade } from '@forecourt/workers/contracts/contracts-for.ts'
import { commandsOf } from './commands.ts'
import { CLOCKS_APART, type Evidence, repeated } from './evidence.ts'

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

/** Whoever signs in says so without a key: that it was not asked for cannot be told. */
const OF_ACCOUNTS = /^rent\.user-/

/**
 * Nothing happens that nobody of the run has asked for, and what the workers add to it is there once: a request that is
 * carried out a second time under another name is in the log under a name that nobody has given. Nor is anything done in the
 * name of an operator, or of the system itself, but what workers do: everything that operators did was done before the run.
 */
export function faultsOfTheUnasked({ history, log }: Evidence): string[] {
  const commands = commandsOf(history)
  const isInRun = ({ recordedAt }: Recorded) => recordedAt.getTime() > history.beganAt + CLOCKS_APART
  const unasked = log.filter((event) => {
    const { stream, type, metadata } = event
    if (OF_ACCOUNTS.test(stream)) return false
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
