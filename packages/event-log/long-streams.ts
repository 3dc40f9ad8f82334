import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { EventLog, Recorded } from './port.ts'

/** A stream of which fewer events were read is read again as fast as it is looked up. */
const LONG = 32
/** What is kept in all and of one stream, in bytes or so, and for how long after that was last read, in milliseconds. */
const BOUNDS = { maxSize: 64_000_000, maxEntrySize: 32_000_000, ttl: 30_000, ttlAutopurge: true }
/** What an event takes beside its data. */
const BESIDE = 1_000
/** So many come from memory in one turn of the event loop: whatever else is under way has its turn in between. */
const IN_TURN = 500

/** What was read of a stream: all of it from this revision on, up to some moment. */
interface Known {
  readonly from: bigint
  readonly events: Recorded[]
}

/**
 * The same log, for whoever reads long streams again and again, each time from another place to the end: hundreds of mails
 * about one vehicle each read its schedule from their booking on. What is known of a stream comes from memory, and the log is
 * asked for what has come since, so that a reading misses nothing that was there when it began. Events never change.
 */
export function remembersLongStreams(log: EventLog): EventLog {
  const streams = new LRUCache<string, Known>({
    ...BOUNDS,
    sizeCalculation: ({ events }) => events.reduce((sum, recorded) => sum + sizeOf(recorded), 0),
  })
  const beingRead = new Set<string>()

  async function* read(stream: string, from = 0n): AsyncGenerator<Recorded> {
    let place = from
    const known = streams.get(stream)
    if (known !== undefined && known.from <= from && from <= endOf(known)) {
      // By its place, as others may add to it meanwhile.
      for (let index = Number(from - known.from); index < known.events.length; index += 1) {
        const recorded = known.events[index]
        if (recorded === undefined) break
        place = recorded.revision + 1n
        yield recorded
        if (index % IN_TURN === IN_TURN - 1) await turnOfTheLoop()
      }
    }
    // One reader is enough who keeps what nobody knows yet.
    if (known === undefined && beingRead.has(stream)) {
      yield* log.read(stream, place)
      return
    }
    beingRead.add(stream)
    try {
      const rest: Recorded[] = []
      let size = 0
      for await (const recorded of log.read(stream, place)) {
        size += sizeOf(recorded)
        if (size <= BOUNDS.maxEntrySize) rest.push(recorded)
        yield recorded
      }
      if (size <= BOUNDS.maxEntrySize) remember(stream, place, rest)
    } finally {
      beingRead.delete(stream)
    }
  }

  /** @param found all of the stream from there on */
  function remember(stream: string, from: bigint, found: Recorded[]): void {
    const known = streams.get(stream)
    if (known !== undefined && known.from <= from && from <= endOf(known)) {
      const added = found.slice(Number(endOf(known) - from))
      for (const recorded of added) known.events.push(recorded)
      // Anew, so that it counts with its present size and is kept for as long again.
      streams.set(stream, { ...known })
    } else if (found.length >= LONG && found[0]?.revision === from) {
      streams.set(stream, { from, events: found })
    }
  }

  return { ...log, read }
}

/** Revision of the event that follows. */
const endOf = ({ from, events }: Known): bigint => from + BigInt(events.length)

const sizeOf = ({ data }: Recorded): number => data.length + BESIDE
