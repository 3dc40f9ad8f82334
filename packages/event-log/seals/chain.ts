import { createHash, hash } from 'node:crypto'
import type { LogSealed } from '@forecourt/domain/audit/events.ts'
import type { EventOf } from '@forecourt/domain/event.ts'
import { SEAL_STREAM } from '@forecourt/domain/streams.ts'
import type { Recorded } from '../port.ts'

/**
 * The chain of seals over the log. Each event is hashed as it is stored, so erasing a person, which destroys a key and
 * touches no event, changes nothing. A seal names the hash of each event since the one before it, and its root follows from
 * theirs and the root before: who changes, removes, adds or moves an event has to forge every seal from there on.
 */

/** Bytes of an event's hash. */
export const LEAF_LENGTH = 32

/** The root before the first seal. */
export const FIRST_ROOT = '0'.repeat(2 * LEAF_LENGTH)

/** The seals' own stream is not in the chain: each seal is bound to the one before it by its root. */
export const isSealed = ({ stream }: Pick<Recorded, 'stream'>) => stream !== SEAL_STREAM

/** What of an event its hash covers. Positions are left out: they belong to a store, and order is the chain's. */
export type Hashed = Pick<Recorded, 'stream' | 'revision' | 'id' | 'type' | 'recordedAt' | 'data' | 'metadata'>

/**
 * The event's hash: SHA-256 over the netstrings of stream, revision, id, type, instant of recording (ISO 8601 in UTC,
 * milliseconds) and data, then of each metadata name and value in the order of the names' code units.
 */
export function leafOf(event: Hashed): string {
  const text = netstringsOf(event, (part) => part.length)
  // Where the whole has as many bytes as characters, each part has: nearly always, and some twenty parts need not be counted.
  const isCounted = Buffer.byteLength(text) === text.length
  return hash('sha256', isCounted ? text : netstringsOf(event, (part) => Buffer.byteLength(part)), 'hex')
}

/** @param bytes how many a part has */
function netstringsOf(
  { stream, revision, id, type, recordedAt, data, metadata }: Hashed,
  bytes: (part: string) => number,
): string {
  const netstring = (part: string) => `${bytes(part)}:${part},`
  let text =
    netstring(stream) +
    netstring(String(revision)) +
    netstring(id) +
    netstring(type) +
    netstring(recordedAt.toISOString()) +
    netstring(data)
  for (const name of Object.keys(metadata).toSorted()) text += netstring(name) + netstring(metadata[name] ?? '')
  return text
}

/** The root after these events: SHA-256 over the root before and the events' hashes, all as bytes. */
export function rootAfter(previousRoot: string, leaves: Uint8Array): string {
  return createHash('sha256').update(previousRoot, 'hex').update(leaves).digest('hex')
}

/** A seal as it is in the log. */
export type Seal = EventOf<typeof LogSealed>['data']

/** What a seal's signature covers, as UTF-8. The root stands for the events' hashes. */
export const signedText = ({ number, throughPosition, count, total, previousRoot, root }: Omit<Seal, 'signature'>) =>
  ['forecourt-seal-1', number, throughPosition, count, total, previousRoot, root, ''].join('\n')

/** The hashes of a seal's events, in their order, as hex. */
export function leavesOf({ leaves }: Pick<Seal, 'leaves'>): string[] {
  const bytes = Buffer.from(leaves, 'base64')
  return Array.from({ length: Math.floor(bytes.length / LEAF_LENGTH) }, (_, index) =>
    bytes.toString('hex', index * LEAF_LENGTH, (index + 1) * LEAF_LENGTH),
  )
}
