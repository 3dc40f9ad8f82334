import type { Decision } from '@forecourt/domain/decision.ts'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import type { FileRow } from '@forecourt/event-log/port.ts'
import type { Begun, Subject } from './begin.ts'
import type { Core } from './core.ts'
import { type Executed, execute, type Outcome } from './execute.ts'
import type { Folds } from './folds.ts'

interface Rules<Command, State, Event, Refusal> {
  decide(command: Command, state: State): Decision<Event, Refusal>
}

/** What {@link run} needs beyond the command itself. */
interface Run<State, Fact, Answer> {
  readonly answer: (outcome: Outcome<State, Fact>) => Answer
  /** Whose key seals what is personal in the events. */
  readonly subject?: Subject | undefined
  /** A stored file that the events use. Refused as `file-of-another` when it is somebody else's, or deleted. */
  readonly file?: FileRow | undefined
  /** Who must still be known to the vault when these events are stored. Refused as `customer-erased` when they are not. */
  readonly stillKnown?: ((events: readonly Fact[]) => string | undefined) | undefined
}

/**
 * The state that a command led to.
 * @param rules of states that are made anew by each event: one that is changed in place would be changed for everybody
 */
export function stateAfter<State, Fact>(
  rules: { evolve(state: State, fact: Fact): State },
  { events, state }: Outcome<State, Fact>,
): State {
  return events.reduce((before, event) => rules.evolve(before, event), state)
}

/** Runs a command of a decider on its stream, when no person travels with the append: see `execute`. */
export async function run<Command, State, Event extends Fact & AnyEvent, Fact, Refusal, Answer>(
  core: Core,
  folds: Folds<State, Fact>,
  rules: Rules<Command, State, Event, Refusal>,
  begun: Begun,
  command: Command,
  { answer, subject, file, stillKnown }: Run<State, Fact, Answer>,
): Promise<Executed<Refusal, Answer>> {
  return await execute<State, Event, Fact, Refusal, Answer, undefined>(core, folds, {
    ...begun,
    person: undefined,
    decide: (state) => rules.decide(command, state),
    encode: (events) => begun.encode(events, subject),
    answer,
    answersState: true,
    alongside: (_, events) => ({ ...(file === undefined ? {} : { file }), stillKnown: stillKnown?.(events) }),
  })
}
