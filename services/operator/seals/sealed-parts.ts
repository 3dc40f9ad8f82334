import { EVERYTHING, type EventLog, parsePosition, type Recorded } from '@forecourt/event-log/port.ts'
import { type PlacedSeal, sealsInLog } from '@forecourt/event-log/seals/read-seals.ts'

/** Part of the log: what a seal covers. */
export interface SealedPart {
  /** Undefined: these events are newer than the last seal. */
  readonly placed: PlacedSeal | undefined
  /** In the order of the log, seals among them. */
  readonly events: readonly Recorded[]
}

/** As many unsealed events are held at a time. */
const MOST = 1_000

/**
 * The whole log in the parts that its seals cover; one is held at a time. What a seal says of its part is not checked.
 * @throws {UnreadableSeal}
 */
export async function* sealedParts(log: EventLog): AsyncGenerator<SealedPart> {
  const events = log.readAll('start', EVERYTHING)[Symbol.asyncIterator]()
  let next = await events.next()
  for await (const placed of sealsInLog(log)) {
    const through = parsePosition(placed.seal.throughPosition) ?? placed.position
    const covered: Recorded[] = []
    for (; next.done !== true && next.value.position <= through; next = await events.next()) covered.push(next.value)
    yield { placed, events: covered }
  }
  let rest: Recorded[] = []
  for (; next.done !== true; next = await events.next()) {
    rest.push(next.value)
    if (rest.length < MOST) continue
    yield { placed: undefined, events: rest }
    rest = []
  }
  if (rest.length > 0) yield { placed: undefined, events: rest }
}
