import { todayIn } from '@forecourt/domain/civil-date.ts'
import type { Decision } from '@forecourt/domain/decision.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import {
  abandon,
  type NotificationState,
  type RecordFailed,
  recordFailed,
  recordSent,
  withdraw,
} from '@forecourt/domain/notification/decider.ts'
import type { AboutBooking, NotificationEvent, WithdrawalReason } from '@forecourt/domain/notification/events.ts'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import { encodeAll, type StoredFact } from '@forecourt/event-log/codec.ts'
import { WrongRevision } from '@forecourt/event-log/port.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import { SPANS } from '@forecourt/kit/tracing/ids.ts'
import { traced } from '@forecourt/kit/tracing/tracing.ts'
import { assertCalledFor } from '../reactor/due-for.ts'
import type { RightClock } from '../right-clock.ts'
import type { AccountSources, Written } from './account-mail.ts'
import { type Cause, causeAt, historyOfBooking, isCancelledAsAsked } from './booking-history.ts'
import { brandingOf } from './branding.ts'
import { unlessLeaving, withinCourtesy } from './courtesy.ts'
import { enclosureOf } from './enclosure.ts'
import { isLicenceNews, reasonIn } from './licence-news.ts'
import { AccountTemplate, BookingTemplate, type Template } from './mails-for.ts'
import { whyMoot } from './moot.ts'
import { type MailNotTaken, notTaken } from './not-taken.ts'
import { type History, historyOf } from './notification-history.ts'
import { type Particulars, particularsOf } from './particulars.ts'
import { PATIENCE, TryAgainLater } from './patience.ts'
import { presentOf } from './present.ts'
import type { MailTransport } from './transport.ts'
import { untilWritten } from './until-written.ts'

/** A mail that is due, and where the fact stands that calls for it. */
export interface MailJob {
  readonly template: Template
  readonly stream: string
  readonly revision: string
}

export interface Delivery extends AccountSources {
  readonly database: Database
  readonly transport: MailTransport
  readonly appVersion: string
  readonly log: Log
  /** Waiting times after failed attempts, in milliseconds; those of the product when absent. */
  readonly patience?: readonly number[]
  /** Whether the clock may be gone by in what is not done any more; it is always taken for right unless given. */
  readonly isRight?: RightClock
  /** Aborts when the process is to stop. */
  readonly ending?: AbortSignal
}

/** Before a mail that seems to come too late is looked at again, by a clock that is right; in milliseconds. */
const UNTIL_RIGHT = 60_000
/** What may be so by the clock alone: a reminder's time is over, a link to choose a password leads nowhere any more, a receipt is late. */
const BY_THE_CLOCK: ReadonlySet<WithdrawalReason> = new Set(['too-late', 'overtaken'])

/**
 * Delivers one mail that is due, at least once: it is sent twice only when the process dies between the mail server's
 * answer and its own append, or is to stop while the server does not answer or the log takes nothing down (ARCHITECTURE section 6),
 * or when the connection is lost or the server silent for ten minutes after it was given the whole message; then both carry one
 * Message-ID.
 * @throws {TryAgainLater} an attempt failed and another is to follow, or there was none;
 * {Groundless} nothing calls for it; any other error: nothing is known of the mail
 */
export async function deliver(delivery: Delivery, notificationId: string, job: MailJob): Promise<void> {
  // Asked in one turn: one statement reads both. But what has been settled is of no more interest, whether or not its
  // cause can be read.
  const asked = causeAt(delivery.eventLog, job)
  asked.catch(() => {})
  const history = await historyOf(delivery.eventLog, notificationId)
  if (history.state.outcome !== 'due') return
  const cause = await asked
  assertCalledFor(cause.fact, job.template, notificationId)
  const { stream, metadata } = cause.fact
  const span = {
    name: 'mail',
    kind: 'consumer',
    requestId: metadata.$correlationId,
    known: SPANS.work(history.stream),
    causedBy: SPANS.append(metadata.commandId, stream),
    attributes: { 'forecourt.template': job.template, 'forecourt.attempt': history.state.attempts + 1 },
  } as const
  await traced(span, () => attempt(delivery, history, job.template, cause))
}

async function attempt(delivery: Delivery, history: History, template: Template, due: Cause): Promise<void> {
  const { notificationId } = history
  const { fact: cause } = due
  const subject = { notificationId, template }
  const written = await write(delivery, notificationId, template, due)
  if ('moot' in written) {
    const { moot: reason } = written
    if (BY_THE_CLOCK.has(reason) && (await delivery.isRight?.()) === false)
      throw new TryAgainLater(UNTIL_RIGHT, 'the clock of this process is not right')
    return await record(delivery, history, cause, (state) => withdraw({ ...subject, reason }, state))
  }

  const messageId = `<${notificationId}@${domainOf(delivery.from)}>`
  try {
    await delivery.transport.send(written.mail, messageId)
  } catch (error) {
    // Nothing was tried, or the process is to stop before it knows what came of it.
    if (error instanceof TryAgainLater) throw error
    return await failed(delivery, history, cause, { ...subject, booking: written.booking ?? null }, notTaken(error))
  }
  const writeDown = () => record(delivery, history, cause, (state) => recordSent({ ...subject, messageId }, state))
  await untilWritten(delivery.log, notificationId, writeDown, delivery.ending)
}

/** Loaded with the first mail: most of the time there is none. The loader is asked once, as each time costs some 30 µs. */
let composing: Promise<typeof import('./compose.ts')> | undefined

/** The mail, or why it is not wanted any more. */
async function write(
  delivery: Delivery,
  notificationId: string,
  template: Template,
  { fact: cause, booking: known }: Cause,
): Promise<Written & { readonly booking?: AboutBooking }> {
  const ofAccount = AccountTemplate.safeParse(template).data
  if (ofAccount !== undefined) {
    const { accountMail } = await import('./account-mail.ts')
    return await accountMail(delivery, ofAccount, cause)
  }
  const ofBooking = BookingTemplate.parse(template)
  // Nobody knew of a booking to write about.
  if (isLicenceNews(cause) && cause.data.bookingId === null) return { moot: 'no-address' }
  const booking = known ?? (await historyOfBooking(delivery, cause))
  const particulars = await particularsOf(delivery, booking)
  const moot = whyMoot(ofBooking, await presentOf(delivery, notificationId, ofBooking, cause, booking, particulars))
  if (moot !== undefined || particulars === undefined) return { moot: moot ?? 'customer-erased' }
  composing ??= import('./compose.ts')
  const { compose } = await composing
  const branding = await brandingOf(delivery, particulars.business)
  const told = { reason: await reasonIn(delivery, cause), asAsked: isCancelledAsAsked(booking, cause) }
  const mail = compose(ofBooking, particulars, delivery.from, branding, told)
  if (mail === undefined) return { moot: 'no-address' }
  if (!(await isWelcome(delivery, notificationId, ofBooking, particulars))) return { moot: 'too-many-in-a-day' }
  const enclosure = await enclosureOf(delivery, cause)
  // Files go with the customer whose they are.
  if (enclosure === 'gone') return { moot: 'customer-erased' }
  const { bookingId, businessId } = booking.request.data
  const whole = enclosure === undefined ? mail : { ...mail, attachments: [...(mail.attachments ?? []), enclosure] }
  return { mail: whole, booking: { bookingId, businessId } }
}

/** Records a failed attempt, and gives the mail up when it was the last. @throws {TryAgainLater} when it was not */
async function failed(
  delivery: Delivery,
  history: History,
  cause: StoredFact,
  subject: Pick<RecordFailed, 'notificationId' | 'template' | 'booking'>,
  error: MailNotTaken,
): Promise<void> {
  const failure = { ...subject, cause: error.why, reason: error.message }
  const fields = {
    jobId: subject.notificationId,
    template: subject.template,
    attempt: history.state.attempts + 1,
    correlationId: cause.metadata.$correlationId,
    code: error.why,
    error: error.message,
  }
  if (error.why === 'platform-refused') {
    // Not this mail's affair: every mail will fail until somebody looks at SMTP_URL, MAIL_FROM or the sender's DNS records.
    delivery.log.error(fields, 'the mail server does not take mails from this platform')
  } else delivery.log.warn(fields, 'a mail was not taken')
  await record(delivery, history, cause, (state) => recordFailed(failure, state))
  const after = (delivery.patience ?? PATIENCE)[history.state.attempts]
  if (!error.isFinal && after !== undefined) throw new TryAgainLater(after, error.message)
  const now = await historyOf(delivery.eventLog, subject.notificationId)
  await record(delivery, now, cause, (state) => abandon(failure, state))
}

/**
 * Writes an outcome down. When somebody else has recorded one meanwhile, it is decided anew after theirs: what they have
 * settled stays so, but a failed attempt of theirs does not make a mail that was sent one that is still to be sent.
 */
async function record(
  delivery: Delivery,
  history: History,
  cause: StoredFact,
  decide: (state: NotificationState) => Decision<NotificationEvent, never>,
): Promise<void> {
  let known = history
  while (!(await append(delivery, known, cause, decide(known.state)))) {
    known = await historyOf(delivery.eventLog, history.notificationId)
  }
}

/** @returns false when the stream has moved on: nothing was written */
async function append(
  { eventLog, appVersion, now }: Delivery,
  { stream, revision }: History,
  cause: StoredFact,
  decision: Decision<NotificationEvent, never>,
): Promise<boolean> {
  if (!decision.ok || decision.events.length === 0) return true
  // One command per place in the stream: the same outcome recorded again, after a crash, is the same event.
  const commandId = uuidV5(cause.id, `${stream}/${revision}/${decision.events.map(({ type }) => type).join()}`)
  const metadata = {
    tenantId: cause.metadata.tenantId,
    actorKind: 'system' as const,
    actorId: 'mail',
    commandId,
    commandDigest: '',
    $correlationId: cause.metadata.$correlationId,
    $causationId: cause.id,
    occurredAt: now().toISOString(),
    appVersion,
  }
  try {
    const expected = revision < 0n ? 'noStream' : revision
    await eventLog.append(stream, expected, encodeAll(stream, decision.events, undefined, metadata))
    return true
  } catch (error) {
    if (error instanceof WrongRevision) return false
    throw error
  }
}

/** Mails that an anonymous visitor can cause are few a day and address; the business itself is always told. */
async function isWelcome(
  { database, vault }: Delivery,
  notificationId: string,
  template: BookingTemplate,
  { business, request, personal }: Particulars,
): Promise<boolean> {
  if (template !== 'request-received' || request.data.channel === 'desk') return true
  const isWithin = await withinCourtesy(database, {
    notificationId,
    businessId: business.businessId,
    addressHmac: vault.lookupHmac('customer', business.businessId, personal.customer.email),
    day: todayIn(business.timeZone, Instant.parse(request.metadata.occurredAt)),
  })
  if (!isWithin) await unlessLeaving(database, request.data.customerId)
  return isWithin
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)
