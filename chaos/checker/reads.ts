import type { FaultName } from '../history.ts'
import { type Answered, isRead, named } from './commands.ts'
import { faultsDuring, NEEDS } from './damage.ts'
import { CLOCKS_APART, type Evidence } from './evidence.ts'
import { type Life, livesIn } from './facts.ts'
import { ofEachPart, rowPartOf } from './row-parts.ts'
import { isBefore, lastUpTo, placesOf, positionIn } from './versions.ts'

/**
 * Who has written reads it: an answer is not older than the position that its `seen` cookie names, unless it says `X-Stale`.
 * It shows no status that a booking did not have by then, and lacks no booking that was asked for. And one person's answers
 * do not go back in time.
 */
export function faultsOfReads(evidence: Evidence): string[] {
  const lives = livesIn(evidence.log)
  const reads = evidence.history.requests.filter(isRead)
  const isBehind = versionsOf(lives)
  return [...reads.flatMap((read) => [...faultsOfRead(read, lives), ...isBehind(read)]), ...goingBack(reads, evidence)]
}

const seenBy = ({ seen, answer }: Answered): bigint => (seen === null || answer.stale ? 0n : BigInt(seen))

function faultsOfRead(read: Answered, lives: ReadonlyMap<string, Life>): string[] {
  const { answer, asked, endedAt } = read
  if (answer.status !== 200) return []
  const seen = seenBy(read)
  const faults: string[] = []
  for (const [id, status] of Object.entries(answer.bookings)) {
    const turns = (lives.get(id)?.turns ?? []).filter(({ at }) => at <= endedAt + CLOCKS_APART)
    const known = turns.findLastIndex(({ position }) => position <= seen)
    if (turns.slice(Math.max(0, known)).some((turn) => turn.status === status)) continue
    const was = turns.some((turn) => turn.status === status)
    faults.push(
      was
        ? `${named(read)} is older than ${read.seen}, and does not say so: ${id} is ${status} in it`
        : `${named(read)} shows ${id} as ${status}, which it was not by then`,
    )
  }
  const wanted = typeof asked.booking === 'string' ? asked.booking : undefined
  const asksFor = wanted === undefined ? undefined : lives.get(wanted)?.turns[0]
  if (wanted !== undefined && asksFor !== undefined && asksFor.position <= seen && !(wanted in answer.bookings))
    faults.push(`${named(read)} is older than ${read.seen}, and does not say so: it lacks ${wanted}`)
  return faults
}

/** Each turn of a booking that changes a part of the rows moves its version: it is the position of the last event that did. */
function versionsOf(lives: ReadonlyMap<string, Life>) {
  const duePerPart = ofEachPart((part) => placesOf(part, lives))
  return (read: Answered): string[] => {
    const { version, stale } = read.answer
    if (version === null || stale) return []
    const seen = seenBy(read)
    const due = lastUpTo(duePerPart[rowPartOf(read.call)].get(read.businessId) ?? [], seen, (place) => place)
    if (due === undefined || positionIn(version) >= due) return []
    return [`${named(read)} is older than ${read.seen}, and does not say so: its rows are of ${positionIn(version)}`]
  }
}

/** One that stands still, or that nobody gets through to, loses nothing. */
const ENDS_DATABASE: ReadonlySet<FaultName> = new Set(['kill', 'restart', 'full-disk'])

/** A crash of the database may take the last rows back that were not on its disk; the log gives them again. */
function goingBack(reads: readonly Answered[], { history, backWithin }: Evidence): string[] {
  const faults: string[] = []
  const comparable = Map.groupBy(reads, ({ client, businessId, call }) => `${client} ${businessId} ${rowPartOf(call)}`)
  for (const mine of comparable.values()) {
    let before: { readonly read: Answered; readonly version: string } | undefined
    for (const read of mine.toSorted((a, b) => a.startedAt - b.startedAt)) {
      const { version } = read.answer
      if (version === null || (before !== undefined && read.startedAt < before.read.endedAt)) continue
      if (before !== undefined && isBefore(version, before.version)) {
        // It says so: what was shown before is still what the next answer must not be older than.
        if (read.answer.stale) continue
        const hits = faultsDuring(history, NEEDS.rows, before.read.startedAt, read.endedAt, backWithin)
        if (!hits.some(({ name }) => ENDS_DATABASE.has(name)))
          faults.push(`${named(read)} goes back: rows of ${version} after rows of ${before.version}`)
      }
      before = { read, version }
    }
  }
  return faults
}
