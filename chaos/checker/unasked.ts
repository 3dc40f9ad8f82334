import { contractMade } from '@forecourt/workers/contracts/contracts-for.ts'
import { commandsOf } from './commands.ts'
import { type Evidence, repeated } from './evidence.ts'

const ASKED_BY: ReadonlySet<string | undefined> = new Set(['customer', 'member'])

/** Whoever signs in says so without a key: that it was not asked for cannot be told. */
const OF_ACCOUNTS = /^rent\.user-/

/**
 * Nothing happens that nobody of the run has asked for, and what the workers add to it is there once: a request that is
 * carried out a second time under another name is in the log under a name that nobody has given.
 */
export function faultsOfTheUnasked({ history, log }: Evidence): string[] {
  const commands = commandsOf(history)
  const unasked = log.filter(
    ({ stream, metadata }) =>
      !OF_ACCOUNTS.test(stream) && ASKED_BY.has(metadata.actorKind) && !commands.has(metadata.commandId ?? ''),
  )
  return [
    ...unasked.map(({ type, position, stream }) => `nobody has asked for ${type} at ${position} of ${stream}`),
    ...repeated(log.flatMap((event) => contractMade(event) ?? [])).map(
      ([issue, times]) => `contract ${issue} was made ${times} times`,
    ),
  ]
}
