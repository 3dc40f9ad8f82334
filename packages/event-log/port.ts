/**
 * The event log as the product sees it: append to one stream with an expected revision, read a stream, read or follow
 * everything. Two adapters implement it (`postgres/`, `eventstore/`); `contract/` holds the one suite both must pass.
 */

declare const position: unique symbol

/**
 * A place in the whole log. Opaque but comparable (`<`, `>`) and printable (`String(position)`). Positions grow with
 * every event, but only the Postgres adapter makes them dense.
 */
export type Position = bigint & { readonly [position]: true }

/** Reads a position that was printed before, e.g. from the `seen` cookie. Returns undefined when it is not one. */
export function parsePosition(text: string): Position | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only place where a position is made
  return /^\d{1,19}$/.test(text) ? (BigInt(text) as Position) : undefined
}

/** What the writer believes of the stream: anything, not there, there, or the revision of the last event it has seen. */
export type Expected = 'any' | 'noStream' | 'exists' | bigint

/** Flat strings only: EventStoreDB's own tools read `$correlationId` and `$causationId`. */
export type Metadata = Readonly<Record<string, string>>

/** An event on its way into the log. `data` is the exact JSON text that is stored. */
export interface NewEvent {
  readonly id: string
  readonly type: string
  readonly data: string
  readonly metadata: Metadata
}

/** An event as it came out of the log. `data` is JSON text, not yet parsed: see `codec.ts`. */
export interface Recorded {
  readonly kind: 'event'
  readonly stream: string
  readonly revision: bigint
  readonly position: Position
  readonly id: string
  readonly type: string
  readonly data: string
  readonly metadata: Metadata
  readonly recordedAt: Date
}

/** Nothing that the filter lets through lies between the last item and this position. */
export interface Checkpoint {
  readonly kind: 'checkpoint'
  readonly position: Position
}

/** Whoever follows a log looks at its end this often at least, in milliseconds. */
export const LOOK = 1_000

/**
 * All that was in the log a moment ago, at most {@link LOOK}, has been delivered. Comes when the reader has arrived, and again
 * after each look at the log's end: a reader who is not told this for long hears of nothing, whether anybody notices or not.
 */
export interface CaughtUp {
  readonly kind: 'caughtUp'
}

export interface Appended {
  /** Revision of the append's last event. */
  readonly revision: bigint
  /** Position of the append's last event: a reader that has processed it has seen the whole append. */
  readonly position: Position
  /** True when these very events were in the log already (a transport retry): nothing was written. */
  readonly repeated: boolean
}

/** Which streams a reader wants: those whose name starts with one of the prefixes. */
export interface Filter {
  readonly prefixes: readonly string[]
}

/** Everything of the product: its streams all begin so. */
export const EVERYTHING: Filter = { prefixes: ['rent.'] }

/** A person known to a business (customer) or to the platform (user), with the wrapped key that seals their data. */
export interface PersonRow {
  readonly kind: 'customer' | 'user'
  readonly subjectId: string
  readonly businessId: string
  /** Keyed hash of the normalised e-mail address, lower-case hex. */
  readonly emailHmac: string
  readonly wrappedKey: Uint8Array
  /** True when the writer read this row from the vault; it must still be there unchanged. False: make it when absent. */
  readonly known: boolean
}

/** A stored file and whom it belongs to; made when absent, refused when it belongs to somebody else or was deleted. */
export interface FileRow {
  readonly objectPath: string
  readonly businessId: string
  /** A customer; of a picture that the business shows, the business itself. */
  readonly customerId: string
}

/** Vault rows that must be durable no later than the events they travel with, and what the vault must know. */
export interface Alongside {
  readonly person?: PersonRow
  readonly file?: FileRow
  /** Subject of somebody whom the vault must still know: the events are of no use about a person who is erased. */
  readonly stillKnown?: string | undefined
}

/** A place among events that are read tenant after tenant: that of one of them. */
export interface TenantPlace {
  readonly tenant: string
  readonly position: Position
}

/** Whose the event is, as its metadata says; empty for the platform's own. */
export const tenantOf = ({ metadata }: Pick<Recorded, 'metadata'>): string => metadata.tenantId ?? ''

export interface EventLog {
  /**
   * Whether a writer may build on an append whose outcome it does not know yet: appends to one stream are then tried in the
   * order in which they were handed in, and when one is refused, so are those that expect what it would have left behind,
   * until its writer has heard of it, even if the revision matches by luck.
   */
  readonly canBuildAhead: boolean

  /**
   * Appends the events, all or none.
   * @throws {WrongRevision} the stream is not where `expected` says, and these events are not in it; nothing was written
   * @throws {PersonConflict} the vault holds another row for this person; nothing was written
   * @throws {FileConflict} the file belongs to another person; nothing was written
   * @throws {Unavailable} the outcome is unknown: retry the identical call, and nothing else
   */
  append(stream: string, expected: Expected, events: readonly NewEvent[], alongside?: Alongside): Promise<Appended>

  /** The stream's events in order, from revision `from` (inclusive). A stream that is not there yields nothing. */
  read(stream: string, from?: bigint): AsyncIterable<Recorded>

  /** All events after the position (exclusive) up to the present end; then it ends. */
  readAll(after: Position | 'start', filter: Filter): AsyncIterable<Recorded>

  /**
   * The same events tenant after tenant, each tenant's in the order of the log, up to a position (inclusive): for whoever
   * reads all of a long log and wants what belongs together at one time. Tenants come in the order of their ids' characters;
   * the empty one is the platform's. Only where the log can be asked so; nothing comes before all of it is sorted.
   * @param after where to begin (exclusive); before the first tenant when absent
   */
  readonly readByTenant?: (upTo: Position, filter: Filter, after?: TenantPlace) => AsyncIterable<Recorded>

  /**
   * All events after the position (exclusive), for ever: reconnects inside and ends only when the signal aborts.
   * @param rest so long a reader that has just been told of events is told of no more; 0 unless given. The first event after
   * a pause comes at once all the same. Where the log has to be asked, that is far fewer questions
   */
  follow(
    after: Position | 'start',
    filter: Filter,
    signal: AbortSignal,
    rest?: Rest,
  ): AsyncIterable<Recorded | Checkpoint | CaughtUp>

  /**
   * Has those who follow look whether there is more, for whoever has heard so from elsewhere: while the log keeps growing it
   * says so only now and then. Only where the log has to be asked.
   */
  readonly lookNow?: () => void

  /** Position of the last event; 0 when the log is empty. */
  head(): Promise<Position>

  /** Ends connections; appends under way are waited for. */
  close(): Promise<void>
}

/**
 * How long a reader rests: in milliseconds, or until what it returns resolves. It is asked after each look, and must resolve
 * when following is to end, too.
 */
export type Rest = number | (() => Promise<void>)

/** The stream moved on since it was read. */
export class WrongRevision extends Error {
  readonly stream: string
  readonly expected: Expected
  /** Revision of the stream's last event; -1 when there is no such stream. */
  readonly actual: bigint
  constructor(stream: string, expected: Expected, actual: bigint) {
    super(`${stream} is at revision ${actual}, not at ${expected}`)
    this.name = 'WrongRevision'
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

/** Whether the events were stored is unknown. Only the identical call may follow. */
export class Unavailable extends Error {
  constructor(what: string, cause?: unknown) {
    super(`the event log did not answer: ${what}`, { cause })
    this.name = 'Unavailable'
  }
}

/** The vault holds another row for (kind, business, e-mail), or the person is known no more because they were erased. */
export class PersonConflict extends Error {
  readonly stored: Pick<PersonRow, 'subjectId' | 'wrappedKey'> | undefined
  constructor(stored: Pick<PersonRow, 'subjectId' | 'wrappedKey'> | undefined) {
    super('the vault holds another key for this person')
    this.name = 'PersonConflict'
    this.stored = stored
  }
}

/** The file belongs to another person. */
export class FileConflict extends Error {
  constructor() {
    super('the file belongs to somebody else')
    this.name = 'FileConflict'
  }
}
