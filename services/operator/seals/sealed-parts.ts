import type { KeyObject } from 'node:crypto'
import { EVERYTHING, type EventLog, type Position, parsePosition, type Recorded } from '@forecourt/event-log/port.ts'
import { isSealed, LEAF_LENGTH } from '@forecourt/event-log/seals/chain.ts'
import { isSignedBy } from '@forecourt/event-log/seals/keys.ts'
import { type PlacedSeal, sealsInLog } from '@forecourt/event-log/seals/read-seals.ts'

/** Part of the log: what a seal covers. */
export interface SealedPart {
  /** Undefined: these events are newer than the last seal. */
  readonly placed: PlacedSeal | undefined
  /** In the order of the log, seals among them. */
  readonly events: readonly Recorded[]
  /** Position of the event that follows the part; undefined when there is none yet. */
  readonly next: Position | undefined
}

/** As many unsealed events are held at a time, and as many that were inserted under one seal. */
const MOST = 1_000

/**
 * The whole log up to its present end, in the parts that its seals cover; one is held at a time. What a seal says of its part
 * is not checked. Seals may be put meanwhile: those that cover what came later belong to another look.
 * @param keys who may seal. A seal of nobody's may say that it covers the whole log: it is given as many events as it names.
 * @throws {UnreadableSeal}
 */
export async function* sealedParts(log: EventLog, keys: ReadonlyMap<string, KeyObject>): AsyncGenerator<SealedPart> {
  const head = await log.head()
  const events = upTo(head, log)
  let next = await events.next()
  for await (const placed of sealsInLog(log)) {
    const through = parsePosition(placed.seal.throughPosition) ?? placed.position
    const isGenuine = isSignedBy(placed.seal, keys)
    if (through > head && (isGenuine || keys.size === 0)) break
    const most = isGenuine ? placed.seal.count + MOST : namedBy(placed)
    const covered: Recorded[] = []
    let count = 0
    for (; next.done !== true && next.value.position <= through && count < most; next = await events.next()) {
      covered.push(next.value)
      if (isSealed(next.value)) count += 1
    }
    yield { placed, events: covered, next: next.done === true ? undefined : next.value.position }
  }
  let rest: Recorded[] = []
  for (; next.done !== true; next = await events.next()) {
    rest.push(next.value)
    if (rest.length < MOST) continue
    yield { placed: undefined, events: rest, next: undefined }
    rest = []
  }
  if (rest.length > 0) yield { placed: undefined, events: rest, next: undefined }
}

/** How many events the seal names: its own length is all that can be believed of it. */
const namedBy = ({ seal }: PlacedSeal) => Math.floor(Buffer.byteLength(seal.leaves, 'base64') / LEAF_LENGTH)

async function* upTo(head: Position, log: EventLog): AsyncGenerator<Recorded, undefined> {
  for await (const event of log.readAll('start', EVERYTHING)) {
    if (event.position > head) return
    yield event
  }
}
