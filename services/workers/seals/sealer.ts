import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { LogSealed } from '@forecourt/domain/audit/events.ts'
import type { EventOf } from '@forecourt/domain/event.ts'
import { SEAL_STREAM } from '@forecourt/domain/streams.ts'
import { encodeAll } from '@forecourt/event-log/codec.ts'
import { EVERYTHING, type EventLog, type Position, parsePosition, WrongRevision } from '@forecourt/event-log/port.ts'
import { FIRST_ROOT, isSealed, leafOf, rootAfter, type Seal } from '@forecourt/event-log/seals/chain.ts'
import { type SealKey, signed } from '@forecourt/event-log/seals/keys.ts'
import { sealsInLog } from '@forecourt/event-log/seals/read-seals.ts'
import { openSealFile, type SealFile } from '@forecourt/event-log/seals/seal-file.ts'
import type { Log } from '@forecourt/kit/logging.ts'

export interface Sealer {
  readonly eventLog: EventLog
  readonly key: SealKey
  /** Outside the database; undefined: the seals are in the log alone. */
  readonly file: string | undefined
  readonly appVersion: string
  readonly log: Log
  readonly now: () => Date
  /** Time between two looks at the log, in milliseconds: for so long the newest events are without a seal. */
  readonly every?: number
}

/** Unless told otherwise; in milliseconds. */
export const EVERY = 30_000
/** Events of one seal: their hashes make it some 43 kB. */
const MOST = 1_000

/**
 * Seals what is new in the log, until the signal aborts. Several may run: the log takes each next seal from one of them. No
 * two may share a file: see `runOneSealer`.
 */
export async function runSealer(sealer: Sealer, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const place = await takeUp(sealer)
      while (!signal.aborted) {
        await sealWhatIsNew(sealer, place)
        await pause(sealer.every ?? EVERY, undefined, { signal })
      }
    } catch (error) {
      if (signal.aborted) return
      // Whose seal was refused reads what another has sealed meanwhile.
      if (error instanceof WrongRevision) sealer.log.info({}, 'another sealer is at work, too')
      else sealer.log.warn({ error }, 'the sealer begins again')
      await pause(sealer.every ?? EVERY, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** How far the seals have come. */
interface Place {
  readonly file: SealFile | undefined
  last: Seal | undefined
  /** Up to where the log was read: behind what the last seal covers there may be seals. */
  position: Position | 'start'
}

/**
 * The file is brought up to the log's seals: a sealer that was killed between the two left it behind.
 * @throws {Error} file and log, or two seals, contradict each other: sealing what is there now would hide that
 */
async function takeUp({ eventLog, file: path }: Sealer): Promise<Place> {
  const file = path === undefined ? undefined : await openSealFile(path)
  const known = file?.last
  let last: Seal | undefined
  for await (const { seal } of sealsInLog(eventLog, Math.max(0, (known?.number ?? 0) - 1))) {
    if (seal.number === known?.number) {
      if (seal.signature !== known.signature) throw new Error(`seal ${seal.number} is not the one in ${path}`)
    } else {
      if (seal.previousRoot !== (last?.root ?? FIRST_ROOT)) throw new Error(`seal ${seal.number} follows from no other`)
      await file?.append([seal])
    }
    last = seal
  }
  if (known !== undefined && last === undefined) throw new Error(`the log has not got seal ${known.number} of ${path}`)
  return { last, position: positionOf(last), file }
}

const positionOf = (seal: Seal | undefined) =>
  seal === undefined ? 'start' : (parsePosition(seal.throughPosition) ?? 'start')

/** @throws {WrongRevision} another sealer was first */
async function sealWhatIsNew(sealer: Sealer, place: Place): Promise<void> {
  let leaves: string[] = []
  let through = place.position
  const put = async () => {
    if (leaves.length === 0 || through === 'start') return
    const seal = sealOver(leaves, through, place.last, sealer.key)
    await append(sealer, seal)
    await place.file?.append([seal])
    leaves = []
    place.last = seal
    place.position = through
  }
  for await (const event of sealer.eventLog.readAll(place.position, EVERYTHING)) {
    through = event.position
    if (!isSealed(event)) continue
    leaves.push(leafOf(event))
    if (leaves.length === MOST) await put()
  }
  await put()
  place.position = through
}

function sealOver(leaves: readonly string[], through: Position, last: Seal | undefined, key: SealKey): Seal {
  const bytes = Buffer.from(leaves.join(''), 'hex')
  const previousRoot = last?.root ?? FIRST_ROOT
  const seal = {
    number: (last?.number ?? 0) + 1,
    throughPosition: String(through),
    count: leaves.length,
    total: (last?.total ?? 0) + leaves.length,
    leaves: bytes.toString('base64'),
    previousRoot,
    root: rootAfter(previousRoot, bytes),
  }
  return signed(seal, key)
}

async function append({ eventLog, appVersion, now }: Sealer, seal: Seal): Promise<void> {
  const commandId = randomUUID()
  const event: EventOf<typeof LogSealed> = { type: 'LogSealed', data: seal }
  const events = encodeAll(SEAL_STREAM, [event], undefined, {
    tenantId: '',
    actorKind: 'system',
    actorId: 'sealer',
    commandId,
    commandDigest: '',
    $correlationId: commandId,
    $causationId: commandId,
    occurredAt: now().toISOString(),
    appVersion,
  })
  await eventLog.append(SEAL_STREAM, seal.number === 1 ? 'noStream' : BigInt(seal.number - 2), events)
}
