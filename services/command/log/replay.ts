import { Instant } from '@forecourt/domain/instant.ts'
import type { EventLog, Position } from '@forecourt/event-log/port.ts'
import type { Outcome } from './execute.ts'
import { applyRecorded, emptyFold, type Folding, type PastCommand } from './fold.ts'

interface Replayed<State, Fact, Answer> {
  readonly stream: string
  readonly answersState?: boolean
  answer(outcome: Outcome<State, Fact>): Answer
}

/**
 * The answer of a command that has happened already, made from the log: the same as the first time, whatever has happened
 * since. Reads the command's own events, and the stream up to them when the answer is made of the state too.
 */
export async function replay<State, Fact, Answer>(
  log: EventLog,
  folding: Folding<State, Fact>,
  command: Replayed<State, Fact, Answer>,
  past: PastCommand,
): Promise<{ readonly answer: Answer; readonly position: Position | undefined }> {
  const fold = emptyFold(command.stream, folding)
  if (command.answersState !== true) fold.revision = past.first - 1n
  const events: Fact[] = []
  let at: Instant | undefined
  let position: Position | undefined
  for await (const recorded of log.read(command.stream, fold.revision + 1n)) {
    if (recorded.revision < past.first) {
      applyRecorded(fold, folding, recorded)
      continue
    }
    const fact = folding.read(recorded)
    if (fact !== undefined) events.push(fact)
    at ??= Instant.parse(recorded.metadata.occurredAt)
    position = recorded.position
    if (recorded.revision >= past.last) break
  }
  if (at === undefined) throw new Error(`${command.stream} has no event ${past.first}, which was there before`)
  return { answer: command.answer({ events, state: fold.state, at }), position }
}
