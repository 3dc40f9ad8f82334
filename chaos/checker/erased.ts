import { CustomerBookingsReopened } from '@forecourt/domain/schedule/events.ts'
import { bookingOf } from '../../tests/system/support/invariants.ts'
import { type Answered, isAcknowledged, isAnswered, isRead, named } from './commands.ts'
import { faultsDuring, freshnessFor, standstillsDuring, withoutKill } from './damage.ts'
import { documentsIn } from './documents.ts'
import { dueIn, notificationIn } from './due-mails.ts'
import { customerOfCauseIn, customerOfRequestIn, departuresIn, type Erased, erasedIn, goneMarksIn } from './erasures.ts'
import { type Evidence, repeated } from './evidence.ts'
import { customersIn } from './facts.ts'
import { shownWithin } from './late.ts'
import { rentersOfLicences } from './licences.ts'
import { isHeldUp } from './mail-copies.ts'
import { positionIn } from './versions.ts'

/**
 * Once somebody was told that a renter is erased, nobody is shown anything of them (ARCHITECTURE: personal data): no row with what
 * they said of themselves, when rows have had the time that they have for everything else; no file; and their link leads nowhere.
 * Whoever has seen the erasure, by their cookie or by the tag of what they are shown, is never shown them. No mail tells of them but
 * one that was under way. And nothing more is sealed for them, nor do they come back.
 */
export const faultsOfErased = (evidence: Evidence): string[] => [
  ...faultsOfRows(evidence),
  ...faultsOfFiles(evidence),
  ...faultsOfLinks(evidence),
  ...faultsOfLetters(evidence),
  ...faultsOfComingBack(evidence),
]

function faultsOfRows(evidence: Evidence): string[] {
  const { history, backWithin } = evidence
  const gone = goneMarksIn(evidence)
  const within = shownWithin(backWithin)
  const isExplained = (read: Answered) =>
    faultsDuring(history, freshnessFor(read), read.startedAt - within, read.endedAt, backWithin).length > 0 ||
    standstillsDuring(history, read.startedAt - within, read.endedAt).length > 0
  return history.requests.filter(isAnswered).flatMap((request) => {
    const place = isRead(request) ? placeOf(request) : 0n
    return request.answer.marks.flatMap((mark) => {
      const erased = gone.get(mark)
      if (erased === undefined) return []
      if (place >= erased.position)
        return [`${named(request)} has come to ${place}, and shows ${mark}, who was erased at ${erased.position}`]
      if (request.startedAt <= erased.toldAt + (isRead(request) ? within : 0)) return []
      if (isRead(request) && isExplained(request)) return []
      return [`${named(request)} shows ${mark} at ${when(request)}, who was erased for long, and no fault explains it`]
    })
  })
}

const when = ({ startedAt }: Answered) => new Date(startedAt).toISOString()

/** The place in the log that an answer is not older than, as it says. */
function placeOf({ seen, answer: { stale, version } }: Answered): bigint {
  const places = [stale || seen === null ? 0n : BigInt(seen), version === null ? 0n : positionIn(version)]
  return places.reduce((most, place) => (place > most ? place : most))
}

/** Their files are deleted before anybody is told. */
function faultsOfFiles(evidence: Evidence): string[] {
  const { history, log } = evidence
  const erased = erasedIn(evidence)
  const customerOf = customersIn(log)
  const owners = new Map([
    ...rentersOfLicences(evidence),
    ...documentsIn(log).map(({ path, bookingId }) => [path, customerOf(bookingId) ?? ''] as const),
  ])
  return history.requests
    .filter(({ call }) => call === 'licence' || call === 'contract')
    .filter(isAcknowledged)
    .filter((look) => isAfter(erased.get(owners.get(String(look.asked.file)) ?? ''), look))
    .map((look) => `${named(look)} was shown ${look.asked.file} of somebody who was erased`)
}

const isAfter = (erased: Erased | undefined, { startedAt }: Answered): boolean =>
  erased !== undefined && startedAt > erased.toldAt

/** What a renter asks for by the link to their booking. Whether rows show it is told by what is in them. */
function faultsOfLinks(evidence: Evidence): string[] {
  const erased = erasedIn(evidence)
  const customerOf = customerOfRequestIn(evidence.log)
  return evidence.history.requests
    .filter(({ call }) => call === 'cancelMyBooking')
    .filter(isAcknowledged)
    .filter((request) => isAfter(erased.get(customerOf(request) ?? ''), request))
    .map((request) => `${named(request)} was let in by the link of somebody who was erased`)
}

/** Also what the business is written says who they were. On its way a mail may be for as long as all may take where nobody was killed. */
function faultsOfLetters(evidence: Evidence): string[] {
  const { history, log, backWithin } = evidence
  const onItsWay = withoutKill(backWithin)
  const erased = erasedIn(evidence)
  const customerOf = customerOfCauseIn(log)
  const about = new Map(dueIn(log).map(({ notificationId, cause }) => [notificationId, cause]))
  return history.mails.flatMap(({ messageId, to, at }) => {
    const cause = about.get(notificationIn(messageId))
    const { toldAt = Number.POSITIVE_INFINITY } = (cause && erased.get(customerOf(cause) ?? '')) ?? {}
    if (at <= toldAt + onItsWay || isHeldUp(history.faults, toldAt - onItsWay, at)) return []
    if (standstillsDuring(history, toldAt, at).length > 0) return []
    return [
      `${messageId} went to ${to} for ${cause?.type} at ${cause?.position}, ${((at - toldAt) / 1_000).toFixed(1)} s after they were erased, and nothing had held it up`,
    ]
  })
}

function faultsOfComingBack(evidence: Evidence): string[] {
  const { log } = evidence
  const erased = erasedIn(evidence)
  const events = log.filter(({ type }) => type === 'CustomerErased').map(({ stream }) => stream)
  const isLater = (customerId: string | undefined, position: bigint) =>
    position > (erased.get(customerId ?? '')?.position ?? position)
  return [
    ...repeated(events).map(([stream, times]) => `${stream} says ${times} times that they are erased`),
    ...log
      .filter(({ metadata, position }) => isLater(metadata.dataSubject, position))
      .map((event) => `${event.type} at ${event.position} (${bookingOf(event)}) is sealed for somebody who was erased`),
    ...departuresIn(log)
      .filter(({ isLeaving, customerId, position }) => !isLeaving && isLater(customerId, position))
      .map(({ position }) => `${CustomerBookingsReopened.type} at ${position} is of somebody who was erased`),
  ]
}
