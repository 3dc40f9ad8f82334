import { CustomerErased } from '@forecourt/domain/customer/events.ts'
import type { BookingStatus } from '@forecourt/domain/schedule/state.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Template } from '@forecourt/workers/mail/mails-for.ts'
import { z } from 'zod'
import { bookingOf } from '../../tests/system/support/invariants.ts'
import { type Due, dueIn, type Outcome } from './due-mails.ts'
import { customerOfCauseIn, isRejectedByErasure } from './erasures.ts'
import { dataOf, type Life, livesIn } from './facts.ts'

/** The status that a mail tells of: once the booking has another one, it may be too late for the mail. */
const TELLS: Readonly<Partial<Record<Template, BookingStatus>>> = {
  'request-received': 'pending',
  'new-request': 'pending',
  'booking-approved': 'approved',
  'booking-rejected': 'rejected',
  'booking-cancelled': 'rejected',
  'booking-completed': 'completed',
  'request-withdrawn': 'rejected',
  'request-withdrawn-notice': 'rejected',
  'cancellation-asked': 'approved',
  'cancellation-declined': 'approved',
}

/** Who asks twice is answered twice. */
const EACH_TIME: ReadonlySet<Template> = new Set(['cancellation-asked', 'cancellation-declined'])

/** Told also beside the decision, unless they come so long after the request, in milliseconds (decisions: mail). */
const RECEIPTS: ReadonlySet<Template> = new Set(['request-received', 'new-request'])
const LATE = 60 * 60 * 1_000

/** The copy is made some time after the signature: the booking may have been cancelled before there was a mail to send. */
const WITH_COPY: ReadonlySet<Template> = new Set(['contract-signed', 'contract-signed-copy'])

/** Of a contract that was to be signed: it is signed, also on paper, or another one is to be made. */
const ENDS_CONTRACT: ReadonlySet<string> = new Set([
  'ContractIssueRequested',
  'ContractGenerated',
  'ContractSigned',
  'ContractUploaded',
])
const ENDS_BOOKING: ReadonlySet<string> = new Set(['BookingRejected', 'BookingCancelled'])

const OF_LICENCE: ReadonlySet<Template> = new Set(['licence-refused', 'licence-expired'])

type IsMoot = (due: Due, outcome: Outcome) => boolean

/**
 * Whether a mail that was not sent had become moot for the reason that the log gives: by something that happened after what
 * called for it, and before it was withdrawn. Other reasons than these a run does not give: no business is closed, and nobody is
 * without an address.
 */
export function mootIn(log: readonly Recorded[], outcomes: ReadonlyMap<string, Outcome>): IsMoot {
  const reasons: Readonly<Record<string, IsMoot>> = {
    overtaken: overtakenIn(log),
    'told-already': toldAlreadyIn(log, outcomes),
    'customer-erased': ofErasedIn(log),
    'no-address': ({ template, cause }) => OF_LICENCE.has(template) && isOfNoBooking(cause),
  }
  return (due, outcome) => reasons[outcome.reason]?.(due, outcome) ?? false
}

/** Whom it is about was erased by then; of a request that comes to nothing because of that nobody is told. */
function ofErasedIn(log: readonly Recorded[]): IsMoot {
  const customerOf = customerOfCauseIn(log)
  const erased = new Map(
    log
      .filter(({ type }) => type === CustomerErased.type)
      .map((event) => [String(dataOf(CustomerErased, event).customerId), event.position]),
  )
  return ({ cause }, { position }) =>
    isRejectedByErasure(cause) || (erased.get(customerOf(cause) ?? '') ?? position) < position
}

/** The booking has moved on, or something else was said of the licence. */
function overtakenIn(log: readonly Recorded[]): IsMoot {
  const lives = livesIn(log)
  const streams = Map.groupBy(log, ({ stream }) => stream)
  return ({ template, cause }, { position, occurredAt }) => {
    const isBetween = (later: { readonly position: bigint }) =>
      later.position > cause.position && later.position < position
    if (OF_LICENCE.has(template)) {
      const ofCustomer = streams.get(cause.stream) ?? []
      return ofCustomer.some((later) => later.type.startsWith('CustomerLicence') && isBetween(later))
    }
    if (template === 'contract-to-sign') {
      const ofBooking = (streams.get(cause.stream) ?? []).filter((later) => bookingOf(later) === bookingOf(cause))
      return ofBooking.some(
        (later) => (ENDS_CONTRACT.has(later.type) || ENDS_BOOKING.has(later.type)) && isBetween(later),
      )
    }
    if (WITH_COPY.has(template))
      return lifeOf(cause, lives).some((turn) => turn.status === 'rejected' && turn.position < position)
    if (RECEIPTS.has(template) && occurredAt - Date.parse(cause.metadata.occurredAt ?? '') <= LATE) return false
    const told = TELLS[template]
    return told !== undefined && lifeOf(cause, lives).some((turn) => turn.status !== told && isBetween(turn))
  }
}

const lifeOf = (cause: Recorded, lives: ReadonlyMap<string, Life>) => lives.get(bookingOf(cause) ?? '')?.turns ?? []

/**
 * The renter was told the very same before, or was to be: of a booking that was completed, reinstated and completed again.
 * What became of the earlier mail before there was this one is no telling.
 */
function toldAlreadyIn(log: readonly Recorded[], outcomes: ReadonlyMap<string, Outcome>): IsMoot {
  const mails = Map.groupBy(dueIn(log), ({ template, cause }) => `${template} of ${bookingOf(cause)}`)
  return ({ template, cause }) =>
    TELLS[template] !== undefined &&
    !EACH_TIME.has(template) &&
    (mails.get(`${template} of ${bookingOf(cause)}`) ?? []).some((earlier) => {
      if (earlier.cause.position >= cause.position) return false
      const before = outcomes.get(earlier.notificationId)
      return before === undefined || before.reason === 'sent' || before.position > cause.position
    })
}

const AboutBooking = z.object({ bookingId: z.string().nullable() })

/** Nobody knew of a booking to write about. */
const isOfNoBooking = ({ data }: Recorded): boolean => AboutBooking.parse(JSON.parse(data)).bookingId === null
