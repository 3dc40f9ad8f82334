import type { KeyObject } from 'node:crypto'
import type { EventLog, Position, Recorded } from '@forecourt/event-log/port.ts'
import { FIRST_ROOT, isSealed, leafOf, leavesOf, rootAfter, type Seal } from '@forecourt/event-log/seals/chain.ts'
import { compareLeaves, type Difference, type Hash } from '@forecourt/event-log/seals/compare.ts'
import { isSignedBy } from '@forecourt/event-log/seals/keys.ts'
import { type PlacedSeal, UnreadableSeal } from '@forecourt/event-log/seals/read-seals.ts'
import type { Finding } from './finding.ts'
import { openOutside } from './outside.ts'
import { sealedParts } from './sealed-parts.ts'

export interface Sealed {
  readonly log: EventLog
  readonly publicKeys: ReadonlyMap<string, KeyObject>
  /** The seals outside the database. */
  readonly file: string | undefined
  /** Whether positions count events: then a number that is missing is an event that is missing. */
  readonly isDense: boolean
}

export interface Checked {
  /** Without the seals themselves. */
  readonly events: number
  readonly seals: number
  /** Events that are newer than the last seal. */
  readonly unsealed: number
  /** In the order of the log; empty when all is well. */
  readonly findings: readonly Finding[]
}

/** So many tell enough. */
const MOST_FINDINGS = 100

/**
 * Reads the whole log once, up to where it ends now, and the seals beside it; what is held at a time is the events of one
 * seal. Whoever goes on writing or sealing meanwhile is not in the way.
 */
export async function checkLog({ log, publicKeys, file, isDense }: Sealed): Promise<Checked> {
  const findings: Finding[] = []
  // Noted before the log's end is: each seal is in the log before it is in the file.
  const outside = await openOutside(file)
  let [seals, count, unsealed] = [0, 0, 0]
  let last: Seal | undefined
  let before = 0n
  let oldest: Date | undefined
  try {
    for await (const { placed, events, next } of sealedParts(log, publicKeys)) {
      for (const { position } of events) {
        if (isDense && position !== before + 1n) findings.push(missing(before, position))
        before = position
      }
      const covered = events.filter(isSealed)
      oldest ??= covered[0]?.recordedAt
      count += covered.length
      if (placed === undefined) {
        unsealed += covered.length
        continue
      }
      seals += 1
      const faults = [...faultsOf(placed, last, publicKeys), ...(await outside.faultsOf(placed))]
      // What a seal that is wrong itself says of events proves nothing.
      const differences = faults.length > 0 ? [] : compareLeaves(leavesOf(placed.seal), covered.map(hashed))
      findings.push(...faults, ...differences.map((difference) => inWords(difference, seals, next)))
      last = placed.seal
      if (findings.length >= MOST_FINDINGS) break
    }
  } catch (error) {
    if (!(error instanceof UnreadableSeal)) throw error
    findings.push({ position: error.position, what: error.message })
  }
  if (findings.length < MOST_FINDINGS) findings.push(...(await outside.faultsAfter(seals)))
  if (seals === 0 && findings.length === 0 && isLate(oldest)) findings.push(neverSealed(count))
  return { events: count, seals, unsealed, findings: findings.slice(0, MOST_FINDINGS) }
}

/** Nobody has sealed yet what has only just begun; in milliseconds. */
const BEGINNING = 600_000
const isLate = (oldest: Date | undefined) => oldest !== undefined && Date.now() - oldest.getTime() > BEGINNING

const neverSealed = (count: number): Finding => ({
  position: undefined,
  what: `there are ${count} events and not one seal: seals were removed, or no sealer has been at work yet`,
})

const hashed = (event: Recorded): Hash => ({ leaf: leafOf(event), position: event.position })

const missing = (before: bigint, position: Position): Finding => ({
  position,
  what: `the events from position ${before + 1n} up to here are missing`,
})

/** What is wrong with the seal itself. */
function faultsOf({ seal, position }: PlacedSeal, last: Seal | undefined, keys: Sealed['publicKeys']): Finding[] {
  const wrong = (what: string) => [{ position, what: `seal ${seal.number} ${what}` }]
  const leaves = Buffer.from(seal.leaves, 'base64')
  if (!keys.has(seal.keyId)) return wrong(`is signed with the key ${seal.keyId}, which is none of SEAL_PUBLIC_KEYS`)
  if (!isSignedBy(seal, keys)) return wrong('is forged: its signature is not that of its key')
  const follows =
    seal.number === (last?.number ?? 0) + 1 &&
    seal.previousRoot === (last?.root ?? FIRST_ROOT) &&
    seal.total === (last?.total ?? 0) + seal.count
  if (!follows) return wrong('does not follow from the one before it: a seal was removed or exchanged')
  if (rootAfter(seal.previousRoot, leaves) !== seal.root)
    return wrong("names other events' hashes than it was signed for")
  return []
}

const WORDS: Readonly<Record<Difference['how'], string>> = {
  changed: 'this event is not what was sealed: it was changed',
  removed: 'an event that was sealed is missing here: it was removed',
  inserted: 'this event was not there when its neighbours were sealed: it was inserted',
  moved: 'this event was sealed in another place: the order was changed',
}

/** @param next position of what follows the seal's events: where one is missing that was the last of them */
const inWords = ({ how, position }: Difference, seal: number, next: Position | undefined): Finding => ({
  position: position ?? next,
  what: `${WORDS[how]} (seal ${seal})`,
})
