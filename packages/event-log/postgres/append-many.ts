import type pg from 'pg'
import {
  type Alongside,
  type Appended,
  type Expected,
  FileConflict,
  type NewEvent,
  PersonConflict,
  parsePosition,
  WrongRevision,
} from '../port.ts'
import { bigintArray, booleanArray, bytesArray, intArray, textArray, uuidArray } from './binary-array.ts'

/**
 * One append on its way into `log.append_many` (its rules: infra/migrations/001-log.sql, 016-still-known.sql; its text:
 * 017-fewer-statements.sql).
 */
export interface Append {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly NewEvent[]
  readonly alongside: Alongside
  /** Lowest revision that an earlier append would have reached and did not; an append that expects it is refused. */
  readonly doubt: bigint | null
}

/** What became of an append: where it is in the log, or why it was refused. */
export type Outcome = Appended | WrongRevision | PersonConflict | FileConflict

interface OutcomeRow {
  readonly outcome: 'appended' | 'repeated' | 'conflict' | 'person' | 'file'
  readonly revision: string
  readonly position: string
  readonly stored_subject: string | null
  readonly stored_key: Buffer | null
}

/** EventStoreDB's numbers for what a writer may expect. */
const EXPECTED = { any: -2n, noStream: -1n, exists: -4n } as const

const CALL = `select * from log.append_many(${Array.from({ length: 18 }, (_, index) => `$${index + 1}`).join(', ')})`

/** Sends the appends as one call and one commit; outcomes come in the order of the appends. */
export async function appendMany(client: pg.Client, appends: readonly Append[]): Promise<Outcome[]> {
  const { rows } = await client.query<OutcomeRow>({ name: 'append-many', text: CALL, values: parameters(appends) })
  return appends.map((append, index) => outcomeOf(append, rows[index]))
}

function parameters(appends: readonly Append[]): Buffer[] {
  const people = appends.map(({ alongside }) => alongside.person)
  const files = appends.map(({ alongside }) => alongside.file)
  const events = appends.flatMap((append) => append.events)
  return [
    textArray(appends.map(({ stream }) => stream)),
    bigintArray(appends.map(({ expected }) => (typeof expected === 'bigint' ? expected : EXPECTED[expected]))),
    intArray(appends.map((append) => append.events.length)),
    bigintArray(appends.map(({ doubt }) => doubt)),
    textArray(people.map((person) => person?.kind ?? null)),
    uuidArray(people.map((person) => person?.businessId ?? null)),
    textArray(people.map((person) => person?.emailHmac ?? null)),
    uuidArray(people.map((person) => person?.subjectId ?? null)),
    bytesArray(people.map((person) => person?.wrappedKey ?? null)),
    booleanArray(people.map((person) => person?.known ?? null)),
    textArray(files.map((file) => file?.objectPath ?? null)),
    uuidArray(files.map((file) => file?.businessId ?? null)),
    uuidArray(files.map((file) => file?.customerId ?? null)),
    uuidArray(events.map(({ id }) => id)),
    textArray(events.map(({ type }) => type)),
    textArray(events.map(({ data }) => data)),
    textArray(events.map(({ metadata }) => JSON.stringify(metadata))),
    uuidArray(appends.map(({ alongside }) => alongside.stillKnown ?? null)),
  ]
}

function outcomeOf(append: Append, row: OutcomeRow | undefined): Outcome {
  const position = parsePosition(row?.position ?? '')
  if (row === undefined || position === undefined) throw new Error('log.append_many gave no outcome')
  if (row.outcome === 'conflict') return new WrongRevision(append.stream, append.expected, BigInt(row.revision))
  if (row.outcome === 'file') return new FileConflict()
  if (row.outcome === 'person') {
    const { stored_subject: subjectId, stored_key: wrappedKey } = row
    return new PersonConflict(subjectId === null || wrappedKey === null ? undefined : { subjectId, wrappedKey })
  }
  return { revision: BigInt(row.revision), position, repeated: row.outcome === 'repeated' }
}
