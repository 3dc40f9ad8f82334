import type { History, Request } from '../history.ts'
import { isDrawnAt } from '../picture.ts'
import { isAcknowledged, isAnswered, named } from './commands.ts'
import type { Evidence } from './evidence.ts'
import { faultsOfUploads, uploadsIn } from './uploads.ts'

/**
 * A licence that an acknowledged booking has brought is there for the staff of its business, as it was uploaded, and for nobody
 * else (SECURITY rules 2 and 10).
 */
export const faultsOfLicences = ({ history }: Evidence): string[] => [
  ...faultsOfUploads(history, 'finishLicenceUpload'),
  ...faultsOfLooks(history),
]

function faultsOfLooks(history: History): string[] {
  const uploads = uploadsIn(history, 'finishLicenceUpload')
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
      const uploaded = uploads.get(file)?.name ?? 'nothing'
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
