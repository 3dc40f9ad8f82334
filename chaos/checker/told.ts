import { commandsOf, isAcknowledged } from './commands.ts'
import type { Evidence } from './evidence.ts'

/** When somebody was first told of what is at a place in the log, by the runner's clock. */
export type Told = ReadonlyMap<bigint, number>

/**
 * When the senders of commands were told that these are done. From then on everybody must be answered by it, however busy the
 * database is.
 */
export function toldIn({ history, log }: Pick<Evidence, 'history' | 'log'>): Told {
  const commands = commandsOf(history)
  return new Map(
    log.flatMap(({ position, metadata }) => {
      const answers = commands.get(metadata.commandId ?? '')?.sendings.filter(isAcknowledged) ?? []
      return answers.length === 0 ? [] : [[position, Math.min(...answers.map(({ endedAt }) => endedAt))] as const]
    }),
  )
}
