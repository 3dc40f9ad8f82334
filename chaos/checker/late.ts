import { type Answered, isRead, named } from './commands.ts'
import { faultsDuring, freshnessFor, standstillsDuring, withoutKill } from './damage.ts'
import type { Evidence } from './evidence.ts'
import { type Life, livesIn } from './facts.ts'
import { ofEachPart, rowPartOf } from './row-parts.ts'
import { type Told, toldIn } from './told.ts'
import { lastUpTo, placesOf, positionIn } from './versions.ts'

/**
 * What somebody was told is done is in everybody's answers so much later, whether they have written something themselves or not:
 * a part of the time that the system has to be back after a fault that has killed nobody, as nobody has to start for it. It is two
 * seconds of ten, and three at most. Rows follow the log in a fifth of a second on a machine that has nothing else to do.
 */
const SHOWN_WITHIN = 0.2

/** How old the rows of an answer may be, in milliseconds. @param backWithin see {@link Evidence} */
export const shownWithin = (backWithin: number): number => SHOWN_WITHIN * withoutKill(backWithin)

/**
 * Unless a fault or a standstill of the machine explains it, nobody is shown rows that lack what others were told of a while
 * before, neither by their version nor by what is in them; and nobody is told that rows are old.
 */
export function faultsOfLateness(evidence: Evidence): string[] {
  const { history, log, backWithin } = evidence
  const lives = livesIn(log)
  const told = toldIn(evidence)
  const within = shownWithin(backWithin)
  const [isOfOldRows, showsOld] = [oldVersionsIn(lives, told, within), oldStatusesIn(lives, told, within)]
  return history.requests.filter(isRead).flatMap((read) => {
    const what = read.answer.stale ? 'says that its rows are old' : (isOfOldRows(read) ?? showsOld(read))
    if (what === undefined) return []
    const { startedAt, endedAt } = read
    if (faultsDuring(history, freshnessFor(read), startedAt - within, endedAt, backWithin).length > 0) return []
    if (standstillsDuring(history, startedAt - within, endedAt).length > 0) return []
    return [`${named(read)} ${what} at ${new Date(startedAt).toISOString()}, and no fault explains it`]
  })
}

/** What is late in a read's answer, in words; undefined when nothing is, as far as it tells. */
type Lateness = (read: Answered) => string | undefined

/** By the version that an answer's tag names. */
function oldVersionsIn(lives: ReadonlyMap<string, Life>, told: Told, within: number): Lateness {
  const duePerPart = ofEachPart((part) => dueOf(placesOf(part, lives), told))
  return ({ call, businessId, startedAt, answer: { version } }) => {
    if (version === null) return undefined
    const turns = duePerPart[rowPartOf(call)].get(businessId) ?? []
    const due = lastUpTo(turns, startedAt - within, ({ toldAt }) => toldAt)
    if (due === undefined || positionIn(version) >= due.place) return undefined
    return `shows rows of ${positionIn(version)}, and lacks what was told of ${due.place}`
  }
}

/** By the statuses of bookings that an answer shows: under a new version there may be an old body. */
function oldStatusesIn(lives: ReadonlyMap<string, Life>, told: Told, within: number): Lateness {
  return ({ startedAt, answer: { bookings } }) => {
    for (const [id, status] of Object.entries(bookings)) {
      const turns = lives.get(id)?.turns ?? []
      const known = turns.findLastIndex(({ position }) => (told.get(position) ?? Infinity) <= startedAt - within)
      if (known < 0 || turns.slice(known).some((turn) => turn.status === status)) continue
      return `shows ${id} as ${status}, which it was not any more for long`
    }
    return undefined
  }
}

/** The furthest place that somebody was told of by a time. */
interface Due {
  readonly toldAt: number
  readonly place: bigint
}

/** Of each business, in the order in which people were told. */
const dueOf = (places: ReadonlyMap<string, readonly bigint[]>, told: Told): ReadonlyMap<string, readonly Due[]> =>
  new Map(
    [...places].map(([businessId, its]) => {
      let furthest = 0n
      const inTime = its
        .flatMap((place) => {
          const toldAt = told.get(place)
          return toldAt === undefined ? [] : [{ toldAt, place }]
        })
        .toSorted((a, b) => a.toldAt - b.toldAt)
        .map(({ toldAt, place }) => {
          furthest = place > furthest ? place : furthest
          return { toldAt, place: furthest }
        })
      return [businessId, inTime]
    }),
  )
