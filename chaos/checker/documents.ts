import type { BookingId, BusinessId } from '@forecourt/domain/ids.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { History, Request } from '../history.ts'
import { fileNamed } from '../witness.ts'
import { type Answered, isAcknowledged, isAnswered, named } from './commands.ts'
import { erasedIn, mayBeGone } from './erasures.ts'
import { CLOCKS_APART, type Evidence } from './evidence.ts'
import { customersIn, scheduleFacts } from './facts.ts'
import { toldIn } from './told.ts'
import { faultsOfUploads, uploadsIn } from './uploads.ts'

/** A contract, the copy of one that carries its signature, or what was uploaded of one on paper, as the log says that there is. */
export interface BookingDocument {
  readonly path: string
  readonly bookingId: BookingId
  readonly businessId: BusinessId
  readonly knownBy: Mark
  /** The place in the log that says so. */
  readonly position: bigint
  /** By the database's clock, in milliseconds since 1970. */
  readonly madeAt: number
}

/** What a file is known by: its SHA-256 in hexadecimal digits, or null where the log does not say; what was uploaded may be drawn anew. */
type Mark = { readonly kind: 'bytes'; readonly sha256: string | null } | { readonly kind: 'upload' }

/** All documents that the log says there are, in its order. */
export const documentsIn = (log: readonly Recorded[]): BookingDocument[] =>
  scheduleFacts(log).flatMap((fact) => {
    if (fact.type !== 'ContractGenerated' && fact.type !== 'SignedContractFiled' && fact.type !== 'ContractUploaded')
      return []
    const { contractPath: path, bookingId, businessId } = fact.data
    const { position, recordedAt } = fact
    const knownBy: Mark =
      fact.type === 'ContractUploaded' ? { kind: 'upload' } : { kind: 'bytes', sha256: fact.data.sha256 }
    return [{ path, bookingId, businessId, knownBy, position, madeAt: recordedAt.getTime() }]
  })

/**
 * A document that the log says was made is there for the staff of its business from then on, byte for byte, and for nobody else
 * (SECURITY rules 2 and 10), until its customer is erased; one on paper shows what was uploaded. At the end of a run each one is read.
 */
export function faultsOfDocuments({ history, log }: Evidence): string[] {
  const documents = byPath(log)
  const isKeptFrom = withheldIn({ history, log })
  const looks = history.requests.filter(({ call }) => call === 'contract').filter(isAnswered)
  const shown = new Set(looks.filter(isAcknowledged).map(({ asked }) => asked.file))
  const uploads = uploadsIn(history, 'finishContractUpload')
  const [erased, customerOf] = [erasedIn({ history, log }), customersIn(log)]
  const isErased = ({ bookingId }: BookingDocument) => erased.has(customerOf(bookingId) ?? '')
  return [
    ...faultsOfUploads(history, 'finishContractUpload'),
    ...faultsOfOwners(history, log),
    ...[...documents.values()]
      .filter((document) => !shown.has(document.path) && !isErased(document))
      .map(({ path }) => `${path} was shown to nobody: whether it is there is not known`),
    ...looks.flatMap((look) => {
      const file = String(look.asked.file)
      const made = documents.get(file)
      const { status } = look.answer
      const isTheirs = made?.businessId === look.businessId
      if (status === 404) return isKeptFrom(look) ? [] : [`${named(look)}: ${file} is not there`]
      if (status !== 200) return []
      if (look.actor !== 'member') return [`${named(look)} was shown ${file}, and is no member of staff`]
      if (!isTheirs)
        return [`${named(look)} of ${look.businessId} was shown ${file} of ${made?.businessId ?? 'nobody'}`]
      const [came, wanted] =
        made.knownBy.kind === 'upload'
          ? [shownIn(look), uploads.get(file)?.name ?? 'nothing']
          : [look.answer.document, made.knownBy.sha256]
      return came === wanted ? [] : [`${named(look)} was shown ${came} instead of ${wanted}, which ${file} is`]
    }),
  ]
}

/** What was shown, by the name that it has as an upload. */
const shownIn = ({ answer: { picture, document } }: Answered): string =>
  picture ?? (document === null ? 'nothing' : fileNamed(document))

/** A contract on paper is one that the business itself has uploaded, and of one customer. */
function faultsOfOwners(history: History, log: readonly Recorded[]): string[] {
  const uploads = uploadsIn(history, 'finishContractUpload')
  const customerOf = customersIn(log)
  return [...Map.groupBy(papersIn(log), ({ path }) => path)].flatMap(([path, its]) => {
    const customers = new Set(its.map(({ bookingId }) => customerOf(bookingId) ?? 'nobody'))
    return [
      ...(customers.size > 1 ? [`${path} is a contract of ${[...customers].join(' and ')}`] : []),
      ...its
        .filter(({ businessId }) => uploads.get(path)?.businessId !== businessId)
        .map(({ businessId }) => `${path} is a contract of ${businessId}, which has not uploaded it`),
    ]
  })
}

/**
 * Whether a document is none of the business whose staff asks for it, or was not there by then as far as anybody knew, or not any
 * more, as its customer was erased.
 */
export function withheldIn({ history, log }: Pick<Evidence, 'history' | 'log'>): (look: Request) => boolean {
  const documents = byPath(log)
  const told = toldIn({ history, log })
  const [erased, customerOf] = [erasedIn({ history, log }), customersIn(log)]
  return ({ asked, businessId, startedAt, endedAt }) => {
    const made = documents.get(String(asked.file))
    if (made?.businessId !== businessId) return true
    if (mayBeGone(erased.get(customerOf(made.bookingId) ?? ''), { endedAt })) return true
    const isKnown = (told.get(made.position) ?? Number.POSITIVE_INFINITY) <= startedAt
    return !isKnown && made.madeAt >= startedAt - CLOCKS_APART
  }
}

/**
 * Whether what is to be put to a booking is no contract on paper that its business has uploaded, or that of a booking of another
 * customer by then.
 */
export function notTheirsIn({ history, log }: Pick<Evidence, 'history' | 'log'>): (request: Request) => boolean {
  const uploads = uploadsIn(history, 'finishContractUpload')
  const customerOf = customersIn(log)
  const papers = Map.groupBy(papersIn(log), ({ path }) => path)
  return ({ asked, businessId, endedAt }) => {
    const file = String(asked.file)
    if (uploads.get(file)?.businessId !== businessId) return true
    const customer = customerOf(String(asked.id))
    return (papers.get(file) ?? []).some(
      ({ bookingId, madeAt }) => madeAt <= endedAt + CLOCKS_APART && customerOf(bookingId) !== customer,
    )
  }
}

const papersIn = (log: readonly Recorded[]): BookingDocument[] =>
  documentsIn(log).filter(({ knownBy }) => knownBy.kind === 'upload')

/** One that was put to a second booking has been there since the first. */
const byPath = (log: readonly Recorded[]): ReadonlyMap<string, BookingDocument> =>
  new Map(
    documentsIn(log)
      .toReversed()
      .map((document) => [document.path, document]),
  )
