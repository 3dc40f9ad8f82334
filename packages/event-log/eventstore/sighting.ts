import type { ResolvedEvent } from '@eventstore/db-client'
import { BACKWARDS, END, StreamNotFoundError } from '@eventstore/db-client'
import type { Position } from '../port.ts'
import type { Connection } from './connection.ts'
import { items } from './pull.ts'
import { positionOf } from './record.ts'
import { LOOK_BACK } from './tails.ts'

/** What a look at a stream's end found of the events that somebody wants to append. */
export interface Sighting {
  /** Revision of the stream's last event; -1 when there is no such stream. */
  readonly actual: bigint
  /** Where the events are if all of them are there, one behind the other; `some` when only part of them is. */
  readonly found: Place | 'some' | 'none'
  /** Ids of the stream's last events, the newest last. */
  readonly tail: readonly string[]
}

/** Where an append's last event is. */
export interface Place {
  readonly revision: bigint
  readonly position: Position
}

export interface Found extends Sighting {
  readonly found: Place
}

const PAGE = 500

/**
 * Looks from the stream's end backwards for the events with these ids.
 * @param after everything above this revision is looked at, and a few events below it; -1: the whole stream
 */
export async function lookFor(
  connection: Connection,
  stream: string,
  ids: readonly string[],
  after: bigint,
): Promise<Sighting> {
  const wanted = new Map(ids.map((id, index) => [id, index]))
  const seen: { index: number; revision: bigint; position: Position }[] = []
  const tail: string[] = []
  let actual = -1n
  let page = Math.max(LOOK_BACK, ids.length)
  for (let from: bigint | typeof END = END; ; page = PAGE) {
    let oldest = 0n
    for await (const event of backwards(connection, stream, from, page)) {
      if (from === END && actual < 0n) actual = event.revision
      if (from === END) tail.unshift(event.id)
      oldest = event.revision
      const index = wanted.get(event.id)
      if (index !== undefined) seen.push({ index, revision: event.revision, position: positionOf(event) })
    }
    if (oldest === 0n || oldest <= after + 1n || seen.length >= ids.length) break
    from = oldest - 1n
  }
  const last = seen.find(({ index }) => index === ids.length - 1)
  if (last === undefined) return { actual, tail, found: seen.length > 0 ? 'some' : 'none' }
  const together = ids.every((_, index) =>
    seen.some((each) => each.index === index && each.revision === last.revision - BigInt(ids.length - 1 - index)),
  )
  return { actual, tail, found: together ? { revision: last.revision, position: last.position } : 'some' }
}

async function* backwards(
  { client, credentials, deadlines }: Connection,
  stream: string,
  from: bigint | typeof END,
  count: number,
) {
  const source = client.readStream(stream, { credentials, direction: BACKWARDS, fromRevision: from, maxCount: count })
  try {
    for await (const { event } of items<ResolvedEvent>(source, `a look at ${stream}`, deadlines.call)) {
      if (event !== undefined) yield event
    }
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error
  }
}
