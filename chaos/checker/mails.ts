import {
  NotificationAbandoned,
  NotificationSent,
  NotificationWithdrawn,
} from '@forecourt/domain/notification/events.ts'
import { BookingRequested } from '@forecourt/domain/schedule/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { FOR_BUSINESS, mailsFor, type Template } from '@forecourt/workers/mail/mails-for.ts'
import { Reminder } from '@forecourt/workers/reminders/reminders-for.ts'
import { z } from 'zod'
import { bookingOf } from '../../tests/system/support/invariants.ts'
import type { History, Mail } from '../history.ts'
import type { Evidence } from './evidence.ts'
import { faultsOfCopies } from './mail-copies.ts'

/**
 * Each fact that calls for a mail has one, which went to the right person, unless the log says why it became moot. Further
 * copies have the first one's Message-ID and an excuse of their own. There are no other mails.
 */
export function faultsOfMails({ history, log }: Evidence): string[] {
  const outcomes = outcomesIn(log)
  const due = dueIn(log)
  const addresses = addressesIn(history, log)
  const asked = Map.groupBy(
    due.filter(({ template }) => template === 'request-received'),
    ({ template, cause }) => addresses(template, cause),
  )
  const asksOften = (address: string | undefined) => (asked.get(address)?.length ?? 0) > RECEIPTS
  const mails = Map.groupBy(history.mails, ({ messageId }) => notificationIn(messageId))
  return [
    ...due.flatMap((mail) => faultsOfOne(mail, mails.get(mail.notificationId) ?? [], outcomes, addresses, asksOften)),
    ...[...mails].flatMap(([id, copies]) => faultsOfCopies(copies, outcomes.get(id), history.faults)),
    ...strangers(history.mails, due, outcomes),
  ]
}

interface Due {
  readonly notificationId: string
  readonly template: Template
  readonly cause: Recorded
}

const dueIn = (log: readonly Recorded[]): Due[] =>
  log.flatMap((cause) => mailsFor(cause).map((mail) => ({ ...mail, cause })))

interface Outcome {
  readonly template: string
  /** Why it was not sent; `sent` when it was. */
  readonly reason: string
  /** When that was appended. */
  readonly at: number
}

const Settled = z.object({ notificationId: z.string(), template: z.string(), reason: z.string().optional() })

function outcomesIn(log: readonly Recorded[]): ReadonlyMap<string, Outcome> {
  const outcomes = new Map<string, Outcome>()
  for (const { type, data, recordedAt } of log) {
    if (!SETTLES.has(type)) continue
    const { notificationId, template, reason = type } = Settled.parse(JSON.parse(data))
    const at = recordedAt.getTime()
    outcomes.set(notificationId, { template, reason: type === NotificationSent.type ? 'sent' : reason, at })
  }
  return outcomes
}

const SETTLES: ReadonlySet<string> = new Set(
  [NotificationSent, NotificationWithdrawn, NotificationAbandoned].map(({ type }) => type),
)

/** Reasons that a run like this gives: a booking or a licence moved on, and nobody knew of a booking to write about. */
const MOOT: ReadonlySet<string> = new Set(['overtaken', 'told-already', 'no-address'])

/** So many receipts of a day somebody gets from one business (SECURITY rule 17): who asks more often may get none. */
const RECEIPTS = 3
const TOO_MANY = 'too-many-in-a-day'

function faultsOfOne(
  { notificationId, template, cause }: Due,
  copies: readonly Mail[],
  outcomes: ReadonlyMap<string, Outcome>,
  addressOf: AddressOf,
  asksOften: (address: string | undefined) => boolean,
): string[] {
  const name = `${template} for ${cause.type} at ${cause.position}`
  const outcome = outcomes.get(notificationId)?.reason
  if (outcome === undefined) return [`${name}: the log does not say what became of it, ${copies.length} were sent`]
  if (outcome === 'sent' && copies.length === 0) return [`${name}: the log says that it was sent, and it never came`]
  const address = addressOf(template, cause)
  const isMoot = outcome === TOO_MANY ? template === 'request-received' && asksOften(address) : MOOT.has(outcome)
  if (outcome !== 'sent' && !isMoot) return [`${name} was not sent: ${outcome}`]
  const astray = address === undefined ? [] : copies.filter(({ to }) => to !== address)
  return astray.map(({ to }) => `${name} went to ${to} instead of ${address}`)
}

const REMINDERS: ReadonlySet<string> = new Set(Reminder.options)

function strangers(mails: readonly Mail[], due: readonly Due[], outcomes: ReadonlyMap<string, Outcome>): string[] {
  const called = new Set(due.map(({ notificationId }) => notificationId))
  return mails.flatMap(({ messageId, subject, to }) => {
    const id = notificationIn(messageId)
    if (called.has(id) || REMINDERS.has(outcomes.get(id)?.template ?? '')) return []
    return [`a mail that nothing called for, ${messageId} to ${to}: ${subject}`]
  })
}

type AddressOf = (template: Template, cause: Recorded) => string | undefined

/** Whom a mail about a booking is for, as the run knows it: its renter, or its business. */
function addressesIn({ tenants, requests }: History, log: readonly Recorded[]): AddressOf {
  const renters = new Map(requests.map(({ asked }) => [asked.reference, asked.email]))
  const references = new Map(
    log
      .filter(({ type }) => type === 'BookingRequested')
      .map((event) => [bookingOf(event), referenceIn(event)] as const),
  )
  const desks = new Map(tenants.map(({ businessId, contactEmail }) => [businessId, contactEmail]))
  return (template, cause) => {
    if (FOR_BUSINESS.has(template)) return desks.get(cause.metadata.tenantId ?? '')
    const address = renters.get(references.get(bookingOf(cause) ?? '') ?? '')
    return typeof address === 'string' ? address : undefined
  }
}

const referenceIn = ({ data }: Recorded): string => BookingRequested.data.parse(JSON.parse(data)).reference

const notificationIn = (messageId: string): string => /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId
