import type { Request } from '../history.ts'
import { type Answered, isAnswered, named, serviceOf } from './commands.ts'
import { faultsDuring, NEEDS } from './damage.ts'
import type { Evidence } from './evidence.ts'
import { livesIn } from './facts.ts'
import { type RowPart, rowPartOf } from './row-parts.ts'
import { type Told, toldIn } from './told.ts'
import { lastUpTo, placesOf, positionIn } from './versions.ts'

/**
 * What somebody was told is done is in everybody's answers so much later, whether they have written something themselves or not;
 * in milliseconds. Rows follow the log in a fifth of a second; so long may who is behind keep whoever waits waiting.
 */
const SHOWN_WITHIN = 2_000

/**
 * Unless a fault explains it, nobody is shown rows that lack what others were told of two seconds before, and nobody is told that
 * rows are old.
 */
export function faultsOfLateness(evidence: Evidence): string[] {
  const { history, backWithin } = evidence
  const isLate = latenessIn(evidence)
  return history.requests.filter(isRead).flatMap((read) => {
    const what = read.answer.stale ? 'says that its rows are old' : isLate(read)
    if (what === undefined) return []
    const { startedAt, endedAt } = read
    if (faultsDuring(history.faults, NEEDS.freshness, startedAt - SHOWN_WITHIN, endedAt, backWithin).length > 0)
      return []
    return [`${named(read)} ${what} at ${new Date(startedAt).toISOString()}, and no fault explains it`]
  })
}

const isRead = (request: Request): request is Answered =>
  isAnswered(request) && request.key === null && serviceOf(request) === 'query'

/** What is late in a read's answer, in words; undefined when nothing is, or it does not say how old it is. */
function latenessIn(evidence: Evidence): (read: Answered) => string | undefined {
  const lives = livesIn(evidence.log)
  const told = toldIn(evidence)
  const duePerPart = {
    all: dueOf(placesOf('all', lives), told),
    fleet: dueOf(placesOf('fleet', lives), told),
    figures: dueOf(placesOf('figures', lives), told),
  } satisfies Record<RowPart, unknown>
  return ({ call, businessId, startedAt, answer: { version } }) => {
    if (version === null) return undefined
    const turns = duePerPart[rowPartOf(call)].get(businessId) ?? []
    const due = lastUpTo(turns, startedAt - SHOWN_WITHIN, ({ toldAt }) => toldAt)
    if (due === undefined || positionIn(version) >= due.place) return undefined
    return `shows rows of ${positionIn(version)}, and lacks what was told of ${due.place}`
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
