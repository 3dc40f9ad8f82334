import type { KeyObject } from 'node:crypto'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { RowDifference } from '@forecourt/query/projection/compare.ts'
import type { History } from '../history.ts'

/** Somebody whom the vault or the rows know as a customer of a business. */
interface KnownCustomer {
  readonly businessId: string
  readonly customerId: string
  /** What tells people apart there: the keyed hash of their address in the vault, the address itself in the rows. */
  readonly known: string
}

/** A line of the book of who was shown a customer's file. */
export interface View {
  readonly file: string
  readonly userId: string
  readonly businessId: string
  /** When the hour began that it stands for, and when it was written; by the database's clock. */
  readonly hour: number
  readonly at: number
}

/** What the tables say once everything has come to rest. */
export interface Tables {
  /** Where the live rows are not those that a replay of the whole log makes. */
  readonly differences: readonly RowDifference[]
  /** Streams that the projector has put aside. */
  readonly parked: readonly string[]
  /** Bookings that the read model's own alarm has noticed. */
  readonly doubleBookings: readonly string[]
  /** How far the live rows have come. */
  readonly projectedTo: bigint
  readonly vault: readonly KnownCustomer[]
  readonly customers: readonly KnownCustomer[]
  readonly views: readonly View[]
  /** Customers whose erasing was begun and has not come to its end. */
  readonly departing: readonly string[]
  /** Renters' marks, and the tables that they are in; anywhere in the database, as text or as bytes. */
  readonly marks: readonly { readonly mark: string; readonly where: string }[]
  /** Addresses of the run by whose hash mails of a day are counted. */
  readonly counted: readonly { readonly email: string; readonly businessId: string }[]
  /** Whose files the vault says that they are. */
  readonly held: readonly { readonly file: string; readonly customerId: string }[]
  /** Keys of all that is in the object storage. */
  readonly objects: readonly string[]
}

/** All that is known of a run: what was said, what was written, what the screens show. */
export interface Evidence {
  readonly history: History
  /** The whole log, in its order. */
  readonly log: readonly Recorded[]
  /** Whether each position is one more than the one before it: that is so in the database, and not in an event store. */
  readonly isDense: boolean
  readonly tables: Tables
  /** Of the keys that may seal. */
  readonly publicKeys: ReadonlyMap<string, KeyObject>
  /** How soon after a kill the system is to answer again, in milliseconds; other faults have less (`backAfter`). */
  readonly backWithin: number
}

/** One invariant. @returns a sentence for each violation; none when it holds */
export type Check = (evidence: Evidence) => readonly string[] | Promise<readonly string[]>

/** The database tells its own time: by so much two clocks of one machine may seem to differ, in milliseconds. */
export const CLOCKS_APART = 250

/** By more than that no clock of a process is made to jump, in milliseconds. */
export const CLOCKS_JUMP = 30 * 60_000

/** Counts of how often each name is there, of those that are there more than once. */
export function repeated(names: Iterable<string>): [name: string, times: number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].filter(([, times]) => times > 1)
}
