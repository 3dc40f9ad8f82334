/** What a decider answers: the events that happen, none when all is so already, or why not. Refusals are values. */
export type Decision<Event, Refusal> = Accepted<Event> | Refused<Refusal>

export interface Accepted<Event> {
  readonly ok: true
  readonly events: readonly Event[]
}

export interface Refused<Refusal> {
  readonly ok: false
  readonly refusal: Refusal
}

/**
 * The rules of one kind of stream as three pure functions. Time and ids come in with the command.
 *
 * `evolve` takes what `decide` emits and what the log gives back: personal data is never needed to fold. It may update
 * the state it is given in place and hand it back (folds are long and cached): whoever needs the old state copies it
 * first (`copySchedule`, or else `structuredClone`).
 */
export interface Decider<Command, State, Event extends Fact, Fact, Refusal> {
  /** A fresh state of a stream that has no event yet. */
  readonly initial: () => State
  readonly decide: (command: Command, state: State) => Decision<Event, Refusal>
  readonly evolve: (state: State, fact: Fact) => State
}

/** These events happen; call it without any when what is asked for is so already. */
export function accept<Event>(...events: readonly Event[]): Accepted<Event> {
  return { ok: true, events }
}

/** Nothing happens, and this is why. */
export function refuse<Refusal>(refusal: Refusal): Refused<Refusal> {
  return { ok: false, refusal }
}
