import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Decision } from '@forecourt/domain/decision.ts'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import type { Instant } from '@forecourt/domain/instant.ts'
import {
  type Alongside,
  type Appended,
  type EventLog,
  FileConflict,
  type NewEvent,
  PersonConflict,
  type Position,
  Unavailable,
  WrongRevision,
} from '@forecourt/event-log/port.ts'
import { appendSeconds, appends, replays } from '@forecourt/kit/metrics.ts'
import type { Ahead } from './ahead.ts'
import { CallerGone } from './caller-gone.ts'
import type { CommandIdentity } from './command-id.ts'
import type { Fold } from './fold.ts'
import type { Folds } from './folds.ts'
import type { InTurn, Turn } from './in-turn.ts'
import { catchUp, take } from './keep-up.ts'
import { replay } from './replay.ts'

/** What came of a command: the events that say so, and the state that they were decided on. */
export interface Outcome<State, Event> {
  /** Payloads as the rules wrote them; none when all was so already. Sealed parts are not in them. */
  readonly events: readonly Event[]
  /** As it was before the events. */
  readonly state: State
  /** When it happened: for a command that comes again, when it happened the first time. */
  readonly at: Instant
}

/** One command on one stream. */
export interface Command<State, Event extends AnyEvent, Fact, Refusal, Answer, Person> extends CommandIdentity {
  readonly stream: string
  readonly at: Instant
  readonly abandoned?: (() => boolean) | undefined
  /** Called once before anything is decided, and not for a command that has happened already: a replay costs nothing. */
  readonly admit?: () => Promise<void>
  /** The person whose data the events carry, as far as this process knows them. */
  readonly person: Person
  /** The person as the vault knows them, when it knows better. */
  readonly adopt?: (person: Person, conflict: PersonConflict) => Person
  decide(state: State, person: Person): Decision<Event, Refusal>
  /** Events as the log takes them: sealed, with ids and metadata. */
  encode(events: readonly Event[], person: Person): readonly NewEvent[]
  alongside?(person: Person, events: readonly Event[]): Alongside
  /** The append was stored with this person. */
  stored?(person: Person): void
  /**
   * Made of what was decided and nothing later, before the events are stored: by the time the log has taken them, the
   * follower may have brought what others wrote after them. So a replay gives the same answer as the first time.
   */
  answer(outcome: Outcome<State, Fact>): Answer
  /** Whether the answer is made of the state too, so that a replay has to fold the stream from its beginning. */
  readonly answersState?: boolean
}

export type Executed<Refusal, Answer> =
  | {
      readonly ok: true
      readonly answer: Answer
      /** Where the command's last event is; undefined when nothing was written. */
      readonly position: Position | undefined
      readonly replayed: boolean
    }
  | { readonly ok: false; readonly refusal: Refusal | GeneralRefusal }

/** What any command may be refused for. */
export type GeneralRefusal =
  | { readonly code: 'idempotency-key-reused' }
  /** The file that came along belongs to somebody else. */
  | { readonly code: 'file-of-another' }
  /** Whom the events are about is known to the vault no more. */
  | { readonly code: 'customer-erased' }

/**
 * How often a decision is taken anew because another process was faster. Somebody wins every round, though not anybody: one
 * whose appends are decided ahead wins most against one that has to read first. Twenty in a row are lost within a tenth of
 * a second.
 */
const MOST_ROUNDS = 100
/**
 * After so many rounds a command stands on what is stored: were it refused with others again and again, as those are who
 * follow somebody who cannot be stored, the line would come forward by one a commit and run out of rounds.
 */
const MOST_ROUNDS_AHEAD = 10

/**
 * The command handler: load → has it happened already? → decide → append; on conflict read on and do it again. With the
 * fold in memory the append is the only round trip (PERFORMANCE: writes). While others wait for the same stream, the turn
 * passes on as soon as the append is on its way, and they decide ahead of its outcome (see `ahead.ts`).
 * @throws {Unavailable} the outcome is unknown; the same command with its key may be sent again
 * @throws {CallerGone} the caller did not wait for it: nothing was decided
 */
export async function execute<State, Event extends Fact & AnyEvent, Fact, Refusal, Answer, Person>(
  core: WriteSide,
  folds: Folds<State, Fact>,
  command: Command<State, Event, Fact, Refusal, Answer, Person>,
): Promise<Executed<Refusal, Answer>> {
  return await new Execution(core, folds, command).run()
}

interface WriteSide {
  readonly log: EventLog
  readonly inTurn: InTurn
}

/** What has to be tried once more, on what is known by then. */
const AGAIN = Symbol('again')
type Again = typeof AGAIN

/** What a decision stands on. */
interface Basis<State, Fact> {
  readonly fold: Fold<State>
  /** What is under way on top of the fold; undefined when the decision stands on the fold itself. */
  readonly ahead: Ahead<State, Fact> | undefined
  readonly state: State
  readonly revision: bigint
}

/** One command on its way, over all the turns and rounds that it takes. */
class Execution<State, Event extends Fact & AnyEvent, Fact, Refusal, Answer, Person> {
  readonly #core: WriteSide
  readonly #folds: Folds<State, Fact>
  readonly #command: Command<State, Event, Fact, Refusal, Answer, Person>
  #person: Person
  #isAdmitted = false
  #rounds = 0

  constructor(
    core: WriteSide,
    folds: Folds<State, Fact>,
    command: Command<State, Event, Fact, Refusal, Answer, Person>,
  ) {
    this.#core = core
    this.#folds = folds
    this.#command = command
    this.#person = command.person
  }

  async run(): Promise<Executed<Refusal, Answer>> {
    const { stream } = this.#command
    while (this.#rounds < MOST_ROUNDS) {
      const executed = await this.#core.inTurn(stream, (turn) => this.#takeTurn(turn))
      if (executed !== AGAIN) return executed
      // By then the log has let go of what was refused.
      await turnOfTheLoop()
    }
    throw new Unavailable(`${stream} moved on ${MOST_ROUNDS} times while a decision was taken`)
  }

  /** Whoever has passed the turn on decides no more in it. */
  async #takeTurn(turn: Turn): Promise<Executed<Refusal, Answer> | Again> {
    for (; this.#rounds < MOST_ROUNDS && !turn.isOver(); this.#rounds += 1) {
      const fold = await this.#folds.load(this.#command.stream)
      if (!this.#isAdmitted && !this.#hasHappened(fold)) {
        await this.#command.admit?.()
        this.#isAdmitted = true
      }
      // Looked at anew: meanwhile the follower may have brought this very command, which was sent to another process, too.
      const executed = await (this.#hasHappened(fold) ? this.#asBefore(fold) : this.#decide(fold, turn))
      if (executed !== AGAIN) return executed
    }
    return AGAIN
  }

  /** Whether this very command is stored already, or on its way. */
  #hasHappened(fold: Fold<State>): boolean {
    const { commandId, digest } = this.#command
    if (digest === undefined) return false
    return fold.commands.has(commandId) || this.#folds.aheads.of(fold)?.has(commandId) === true
  }

  /** The answer of that time. */
  async #asBefore(fold: Fold<State>): Promise<Executed<Refusal, Answer> | Again> {
    const { commandId, digest } = this.#command
    const past = fold.commands.get(commandId)
    if (past === undefined) {
      await this.#folds.aheads.of(fold)?.settled()
      return AGAIN
    }
    if (past.digest !== digest) return { ok: false, refusal: { code: 'idempotency-key-reused' } }
    replays.inc()
    return { ok: true, replayed: true, ...(await replay(this.#core.log, this.#folds.folding, this.#command, past)) }
  }

  /**
   * Until an append is handed in nothing is waited for: what it builds on cannot be refused in between, nor can the follower
   * bring this very command.
   */
  async #decide(fold: Fold<State>, turn: Turn): Promise<Executed<Refusal, Answer> | Again> {
    // A caller who gave up sends again, perhaps to another process, and acts on that answer. This sending must not be
    // decided later, on a state that nobody has seen: it would be a change that nobody was told of.
    if (this.#command.abandoned?.() === true) throw new CallerGone()
    const ahead = this.#folds.aheads.of(fold)
    if (ahead !== undefined && !this.#mayBuildAhead) {
      await ahead.settled()
      return AGAIN
    }
    const { state, revision } = ahead ?? fold
    const basis = { fold, ahead, state, revision }
    const decision = this.#command.decide(state, this.#person)
    if (decision.ok && decision.events.length > 0) return await this.#append(decision.events, basis, turn)
    return await this.#answerWithoutAppend(decision, basis)
  }

  get #mayBuildAhead(): boolean {
    return this.#core.log.canBuildAhead && this.#rounds < MOST_ROUNDS_AHEAD
  }

  /** Neither is remembered under the command's key: sent again, it is decided again. */
  async #answerWithoutAppend(
    decision: Decision<Event, Refusal>,
    { fold, ahead, state }: Basis<State, Fact>,
  ): Promise<Executed<Refusal, Answer> | Again> {
    // Nobody is answered on what may yet be refused.
    if (ahead !== undefined) {
      await ahead.settled()
      return AGAIN
    }
    // The fold may lag behind what another process wrote a moment ago. An append finds out by itself; an answer that
    // writes nothing has to look, so that nobody is turned away on hearsay.
    if (await this.#folds.refresh(fold)) return AGAIN
    if (!decision.ok) return { ok: false, refusal: decision.refusal }
    const answer = this.#command.answer({ events: decision.events, state, at: this.#command.at })
    return { ok: true, answer, position: undefined, replayed: false }
  }

  async #append(
    events: readonly Event[],
    { fold, ahead, state, revision }: Basis<State, Fact>,
    turn: Turn,
  ): Promise<Executed<Refusal, Answer> | Again> {
    const command = this.#command
    const person = this.#person
    const answer = command.answer({ events, state, at: command.at })
    const endTimer = appendSeconds.startTimer()
    const expected = revision < 0n ? 'noStream' : revision
    const encoded = command.encode(events, person)
    const appending = this.#core.log.append(command.stream, expected, encoded, command.alongside?.(person, events))
    const store = (appended: Appended) => take(this.#folds, fold, events, appended, command)
    const isBuiltOn = this.#mayBuildAhead && (ahead !== undefined || turn.isAwaited())
    const building = isBuiltOn ? this.#folds.aheads.begin(fold) : undefined
    if (building !== undefined) {
      building.add(command, events, appending, store)
      turn.pass()
    }
    try {
      const appended = await appending
      endTimer()
      appends.inc({ outcome: appended.repeated ? 'repeated' : 'stored' })
      if (building === undefined) store(appended)
      command.stored?.(person)
      return { ok: true, answer, position: appended.position, replayed: false }
    } catch (error) {
      appends.inc({ outcome: outcomeOf(error) })
      return await this.#learnFrom(error, fold, revision)
    }
  }

  /** @throws the error, when there is nothing in it to decide anew on */
  async #learnFrom(error: unknown, fold: Fold<State>, decidedAt: bigint): Promise<Executed<Refusal, never> | Again> {
    if (error instanceof FileConflict) return { ok: false, refusal: { code: 'file-of-another' } }
    const command = this.#command
    if (error instanceof WrongRevision) await catchUp(this.#folds, fold, decidedAt, error)
    else if (error instanceof PersonConflict) {
      if (command.adopt === undefined) return { ok: false, refusal: { code: 'customer-erased' } }
      this.#person = command.adopt(this.#person, error)
    } else {
      this.#folds.drop(fold.stream)
      throw error
    }
    return AGAIN
  }
}

/** Why an append was not stored, as metrics count it. */
function outcomeOf(error: unknown): string {
  if (error instanceof WrongRevision) return 'conflict'
  return error instanceof PersonConflict || error instanceof FileConflict ? 'refused' : 'unknown'
}
