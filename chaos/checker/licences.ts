import { BookingRequested } from '@forecourt/domain/schedule/events.ts'
import type { History, Request } from '../history.ts'
import { isDrawnAt } from '../picture.ts'
import { commandsOf, isAcknowledged, isAnswered, named } from './commands.ts'
import { erasedIn, mayBeGone } from './erasures.ts'
import type { Evidence } from './evidence.ts'
import { dataOf } from './facts.ts'
import { faultsOfUploads, uploadsIn } from './uploads.ts'

type Known = Pick<Evidence, 'history' | 'log'>

/**
 * A licence that an acknowledged booking has brought is there for the staff of its business, as it was uploaded, and for nobody
 * else (SECURITY rules 2 and 10), until its renter is erased.
 */
export const faultsOfLicences = ({ history, log }: Evidence): string[] => [
  ...faultsOfUploads(history, 'finishLicenceUpload'),
  ...faultsOfLooks({ history, log }),
]

function faultsOfLooks(known: Known): string[] {
  const { history } = known
  const uploads = uploadsIn(history, 'finishLicenceUpload')
  const isKeptFrom = keptFromIn(known)
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

/** Whether a licence is none of the business whose staff looks at it, or was not by then, or is not any more: its renter was erased. */
export function keptFromIn(known: Known): (look: Request) => boolean {
  const holders = holdersIn(known.history)
  const [erased, renters] = [erasedIn(known), rentersOfLicences(known)]
  return ({ asked, businessId, startedAt, endedAt }) => {
    const file = String(asked.file)
    const holder = holders.get(file)
    if (holder?.businessId !== businessId || holder.since > startedAt) return true
    return mayBeGone(erased.get(renters.get(file) ?? ''), { endedAt })
  }
}

/** Whose licences are that bookings have brought, by their files: a customer's id. */
export function rentersOfLicences({ history, log }: Known): ReadonlyMap<string, string> {
  const commands = commandsOf(history)
  return new Map(
    log
      .filter(({ type }) => type === BookingRequested.type)
      .toReversed()
      .flatMap((event) => {
        const licence = commands.get(event.metadata.commandId ?? '')?.sendings[0]?.asked.licence
        return typeof licence === 'string' ? [[licence, dataOf(BookingRequested, event).customerId] as const] : []
      }),
  )
}
