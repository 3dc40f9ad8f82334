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
import type { CommandIdentity } from './command-id.ts'
import { type Fold, rememberCommand } from './fold.ts'
import type { Folds } from './folds.ts'
import type { InTurn, Turn } from './in-turn.ts'
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
  alongside?(person: Person): Alongside
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

/**
 * How often a decision is taken anew because another process was faster. Somebody wins every round, though not anybody: one
 * whose appends are decided ahead wins most against one that has to read first. Twenty in a row are lost within a tenth of
 * a second.
 */
const MOST_ROUNDS = 100

/**
 * The command handler: load → has it happened already? → decide → append; on conflict read on and do it again. With the
 * fold in memory the append is the only round trip (PERFORMANCE: writes). While others wait for the same stream, the turn
 * passes on as soon as the append is on its way, and they decide ahead of its outcome (see `ahead.ts`).
 * @throws {Unavailable} the outcome is unknown; the same command with its key may be sent again
 */
export async function execute<State, Event extends Fact & AnyEvent, Fact, Refusal, Answer, Person>(
  core: { readonly log: EventLog; readonly inTurn: InTurn },
  folds: Folds<State, Fact>,
  command: Command<State, Event, Fact, Refusal, Answer, Person>,
): Promise<Executed<Refusal, Answer>> {
  const { stream } = command
  const progress: Progress<Person> = { person: command.person, admitted: false, rounds: 0 }
  while (progress.rounds < MOST_ROUNDS) {
    const executed = await core.inTurn(stream, (turn) => inItsTurn(turn, core.log, folds, command, progress))
    if (executed !== 'again') return executed
    // By then the log has let go of what was refused.
    await turnOfTheLoop()
  }
  throw new Unavailable(`${stream} moved on ${MOST_ROUNDS} times while a decision was taken`)
}

/** How far a command has come, over all its turns. */
interface Progress<Person> {
  person: Person
  admitted: boolean
  rounds: number
}

/** `again`: the command has to be decided once more, in another turn. */
async function inItsTurn<State, Event extends Fact & AnyEvent, Fact, Refusal, Answer, Person>(
  turn: Turn,
  log: EventLog,
  folds: Folds<State, Fact>,
  command: Command<State, Event, Fact, Refusal, Answer, Person>,
  progress: Progress<Person>,
): Promise<Executed<Refusal, Answer> | 'again'> {
  const { stream, commandId, digest } = command
  for (; progress.rounds < MOST_ROUNDS; progress.rounds += 1) {
    const fold = await folds.load(stream)
    const past = digest === undefined ? undefined : fold.commands.get(commandId)
    if (past !== undefined) {
      if (past.digest !== digest) return { ok: false, refusal: { code: 'idempotency-key-reused' } }
      replays.inc()
      return { ok: true, replayed: true, ...(await replay(log, folds.folding, command, past)) }
    }
    const before = folds.aheads.of(fold)
    if (digest !== undefined && before?.has(commandId) === true) {
      await before.settled()
      continue
    }
    if (!progress.admitted) {
      await command.admit?.()
      progress.admitted = true
      // Meanwhile the follower may have brought this very command: it was sent to another process, too.
      if (digest !== undefined && fold.commands.has(commandId)) continue
    }

    // A caller who gave up sends again, perhaps to another process, and acts on that answer. This sending must not be
    // decided later, on a state that nobody has seen: it would be a change that nobody was told of.
    if (command.abandoned?.() === true) throw new Unavailable('the caller has gone')
    // From here until the append is handed in nothing is waited for: what is under way cannot be refused in between.
    const ahead = folds.aheads.of(fold)
    // Once refused, a command stands on what is stored: were it refused again with others, as the one behind somebody who
    // cannot be stored, the line would come forward by one a commit and run out of rounds.
    const buildsAhead = log.canBuildAhead && progress.rounds === 0
    if (ahead !== undefined && !buildsAhead) {
      await ahead.settled()
      continue
    }
    const { state, revision } = ahead ?? fold
    const decision = command.decide(state, progress.person)
    if (!decision.ok || decision.events.length === 0) {
      // Nobody is answered on what may yet be refused.
      if (ahead !== undefined) {
        await ahead.settled()
        continue
      }
      // The fold may lag behind what another process wrote a moment ago. An append finds out by itself; an answer that
      // writes nothing has to look, so that nobody is turned away on hearsay.
      if (await folds.refresh(fold)) continue
      if (!decision.ok) return { ok: false, refusal: decision.refusal }
    }
    const { events } = decision
    const answer = command.answer({ events, state, at: command.at })
    // Neither this nor a refusal is remembered under the command's key: sent again, it is decided again.
    if (events.length === 0) return { ok: true, answer, position: undefined, replayed: false }
    const { person } = progress
    const endTimer = appendSeconds.startTimer()
    const expected = revision < 0n ? 'noStream' : revision
    const appending = log.append(stream, expected, command.encode(events, person), command.alongside?.(person))
    const store = (appended: Appended) => take(folds, fold, events, appended, command)
    const building = buildsAhead && (ahead !== undefined || turn.isAwaited()) ? folds.aheads.begin(fold) : undefined
    building?.add(commandId, events, appending, store)
    if (building !== undefined) turn.pass()
    try {
      const appended = await appending
      endTimer()
      appends.inc({ outcome: appended.repeated ? 'repeated' : 'stored' })
      if (building === undefined) store(appended)
      command.stored?.(person)
      return { ok: true, answer, position: appended.position, replayed: false }
    } catch (error) {
      appends.inc({ outcome: outcomeOf(error) })
      if (error instanceof WrongRevision) await catchUp(folds, fold, revision, error)
      else if (error instanceof PersonConflict && command.adopt !== undefined) {
        progress.person = command.adopt(person, error)
      } else if (error instanceof FileConflict) {
        return { ok: false, refusal: { code: 'file-of-another' } }
      } else {
        folds.drop(stream)
        throw error
      }
      // Whoever has passed the turn on decides no more in it.
      if (building !== undefined) {
        progress.rounds += 1
        return 'again'
      }
    }
  }
  return 'again'
}

/** Reads what a decision on this revision had not seen. */
async function catchUp<State, Fact>(
  folds: Folds<State, Fact>,
  fold: Fold<State>,
  decidedAt: bigint,
  { actual }: WrongRevision,
): Promise<void> {
  // The log knows less than we do: it is not the log that this fold was read from.
  if (fold.revision > actual && fold.revision <= decidedAt) folds.drop(fold.stream)
  // Unless the follower has brought it, or somebody who was refused together with this one.
  else if (fold.revision < actual || fold.revision === decidedAt) await folds.refresh(fold)
}

/** Why an append was not stored, as metrics count it. */
function outcomeOf(error: unknown): string {
  if (error instanceof WrongRevision) return 'conflict'
  return error instanceof PersonConflict || error instanceof FileConflict ? 'refused' : 'unknown'
}

/** Puts our own events into the fold, unless the follower was faster. */
function take<State, Fact>(
  folds: Folds<State, Fact>,
  fold: Fold<State>,
  events: readonly Fact[],
  { revision, position }: Appended,
  { commandId, digest }: CommandIdentity,
): void {
  const first = revision - BigInt(events.length) + 1n
  for (const [index, event] of events.entries()) {
    if (first + BigInt(index) !== fold.revision + 1n) continue
    fold.state = folds.folding.evolve(fold.state, event)
    fold.revision += 1n
    if (digest !== undefined) rememberCommand(fold, commandId, digest, fold.revision)
  }
  if (fold.revision === revision) fold.position = position
  folds.grown(fold)
}
