import type { History, Request } from '../history.ts'
import { isDrawnAt } from '../picture.ts'
import { type Answered, isAcknowledged, isAnswered, named } from './commands.ts'
import type { Evidence } from './evidence.ts'

/**
 * An upload is the same file for whoever finishes it again, and no other upload's. A licence that an acknowledged booking has
 * brought is there for the staff of its business, as it was uploaded, and for nobody else (SECURITY rules 2 and 10).
 */
export function faultsOfLicences({ history }: Evidence): string[] {
  const taken = history.requests.filter(({ call }) => call === 'finishLicenceUpload').filter(isAcknowledged)
  const finished = taken.filter(({ answer }) => answer.file !== null)
  return [
    ...taken
      .filter(({ answer }) => answer.file === null)
      .map((request) => `${named(request)} was not told of what file it is`),
    ...inconsistent(finished, uploadOf, fileOf, 'was told of'),
    ...inconsistent(finished, fileOf, uploadOf, 'is what came of'),
    ...faultsOfLooks(history, new Map(finished.map((request) => [fileOf(request), request.asked.picture]))),
  ]
}

const fileOf = ({ answer }: Answered) => String(answer.file)
const uploadOf = ({ asked }: Answered) => String(asked.upload)

/** Says of which of the first there is more than one of the second. */
function inconsistent(
  requests: readonly Answered[],
  one: (request: Answered) => string,
  other: (request: Answered) => string,
  verb: string,
): string[] {
  return [...Map.groupBy(requests, one)].flatMap(([name, its]) => {
    const others = new Set(its.map(other))
    return others.size > 1 ? [`${name} ${verb} ${[...others].join(' and ')}`] : []
  })
}

/** @param pictures that were uploaded, by their files */
function faultsOfLooks(history: History, pictures: ReadonlyMap<string, unknown>): string[] {
  const isKeptFrom = keptFromIn(history)
  const holders = holdersIn(history)
  return history.requests
    .filter(({ call }) => call === 'licence')
    .filter(isAnswered)
    .flatMap((look) => {
      const file = String(look.asked.file)
      const { status, picture } = look.answer
      if (status === 404) return isKeptFrom(look) ? [] : [`${named(look)}: ${file} is not there`]
      if (status !== 200) return []
      const holder = holders.get(file)?.businessId
      if (look.actor !== 'member') return [`${named(look)} was shown ${file}, and is no member of staff`]
      if (holder !== look.businessId)
        return [`${named(look)} of ${look.businessId} was shown ${file} of ${holder ?? 'nobody'}`]
      const { w } = look.asked
      const uploaded = String(pictures.get(file))
      if (typeof w !== 'number')
        return picture === uploaded ? [] : [`${named(look)} was shown ${picture} instead of ${uploaded}`]
      return isDrawnAt(w, picture, uploaded)
        ? []
        : [`${named(look)} was shown ${picture} instead of ${uploaded}, ${w} wide`]
    })
}

interface Holder {
  readonly businessId: string
  /** When the first booking that brought it was acknowledged. */
  readonly since: number
}

/** Whose licences are, by their files. */
function holdersIn({ requests }: History): ReadonlyMap<string, Holder> {
  const holders = new Map<string, Holder>()
  for (const { asked, businessId, endedAt } of requests.filter(isAcknowledged)) {
    if (typeof asked.licence !== 'string') continue
    const since = Math.min(endedAt, holders.get(asked.licence)?.since ?? endedAt)
    holders.set(asked.licence, { businessId, since })
  }
  return holders
}

/** Whether a licence is none of the business whose staff looks at it, or was not by then. */
export function keptFromIn(history: History): (look: Request) => boolean {
  const holders = holdersIn(history)
  return ({ asked, businessId, startedAt }) => {
    const holder = holders.get(String(asked.file))
    return holder?.businessId !== businessId || holder.since > startedAt
  }
}
