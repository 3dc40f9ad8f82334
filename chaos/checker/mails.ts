import { DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { FOR_BUSINESS, mailsFor, type Template } from '@forecourt/workers/mail/mails-for.ts'
import { Reminder } from '@forecourt/workers/reminders/reminders-for.ts'
import { z } from 'zod'
import { bookingOf, LETTERS } from '../../tests/system/support/invariants.ts'
import type { History, Mail } from '../history.ts'
import { type Due, dueIn, notificationIn, type Outcome, outcomesIn } from './due-mails.ts'
import { customerOfCauseIn, erasedIn } from './erasures.ts'
import { CLOCKS_JUMP, type Evidence, repeated } from './evidence.ts'
import { requestsIn } from './facts.ts'
import { faultsOfCopies } from './mail-copies.ts'
import { mootIn } from './moot.ts'
import { isAbout } from './subjects.ts'

/**
 * Each fact that calls for a mail has one, which went to the right person, unless the log says why it became moot, and bears
 * that out. Further copies have the first one's Message-ID and an excuse of their own. There are no other mails.
 */
export function faultsOfMails({ history, log }: Evidence): string[] {
  const outcomes = outcomesIn(log)
  const due = dueIn(log)
  const requested = requestsIn(log)
  const addressOf = addressesIn(history, requested)
  const counted: CountedOf = countedIn({ history, log }, addressOf)
  const isTooMany = tooManyIn(due, outcomes, counted)
  const isMoot = mootIn(log, outcomes)
  const isTrue: IsTrue = (mail, outcome) =>
    outcome.reason === 'too-many-in-a-day' ? isTooMany(mail) : isMoot(mail, outcome)
  const mails = Map.groupBy(history.mails, ({ messageId }) => notificationIn(messageId))
  return [
    ...forgottenIn(log),
    ...due.flatMap((mail) => {
      const { notificationId, template, cause } = mail
      const copies = mails.get(notificationId) ?? []
      return [
        ...faultsOfOne(mail, copies, outcomes.get(notificationId), addressOf(template, cause), isTrue),
        ...aboutAnother(mail, copies, requested.get(bookingOf(cause) ?? '')?.reference),
      ]
    }),
    ...[...mails].flatMap(([id, copies]) => [
      ...renamed(id, copies),
      ...faultsOfCopies(copies, outcomes.get(id), history.faults),
    ]),
    ...tooOften(due, outcomes, counted, history),
    ...strangers(history.mails, due, outcomes),
  ]
}

type IsTrue = (due: Due, outcome: Outcome) => boolean

function faultsOfOne(
  due: Due,
  copies: readonly Mail[],
  outcome: Outcome | undefined,
  address: string | undefined,
  isTrue: IsTrue,
): string[] {
  const name = `${due.template} for ${due.cause.type} at ${due.cause.position}`
  if (outcome === undefined) return [`${name}: the log does not say what became of it, ${copies.length} were sent`]
  const { reason } = outcome
  if (reason === 'sent' && copies.length === 0) return [`${name}: the log says that it was sent, and it never came`]
  if (reason !== 'sent' && !isTrue(due, outcome)) return [`${name} was not sent: ${reason}`]
  const astray = copies.filter(({ to }) => to !== address)
  return astray.map(({ to }) => `${name} went to ${to} instead of ${address ?? 'somebody of the run'}`)
}

/** What is written to somebody is of their booking, and of what has happened to it. */
const aboutAnother = ({ template, cause }: Due, copies: readonly Mail[], reference: string | undefined): string[] =>
  copies
    .filter(({ subject }) => !isAbout(subject, template, reference))
    .map(
      ({ subject }) => `${template} for ${cause.type} at ${cause.position}, of ${reference}, was called “${subject}”`,
    )

/**
 * What calls for which mails, told without the product: a checker that asked it alone would miss none of those that it has
 * forgotten. Nothing is imported in a run. A contract that was issued again calls for one as well: see {@link forgottenIn}.
 */
const WANTED: readonly { readonly type: string; readonly template: Template }[] = [
  ...LETTERS,
  { type: 'BookingWithdrawn', template: 'request-withdrawn' },
  { type: 'BookingWithdrawn', template: 'request-withdrawn-notice' },
  { type: 'CancellationRequested', template: 'cancellation-asked' },
  { type: 'CancellationDeclined', template: 'cancellation-declined' },
  { type: 'CustomerLicenceRefused', template: 'licence-refused' },
  { type: 'CustomerLicenceExpired', template: 'licence-expired' },
  { type: 'SignedContractFiled', template: 'contract-signed' },
  { type: 'SignedContractFiled', template: 'contract-signed-copy' },
]

function forgottenIn(log: readonly Recorded[]): string[] {
  const issuedAgain = new Set(log.filter(({ type }) => type === 'ContractIssueRequested').map(issueIn))
  return log.flatMap((event) => {
    const known = mailsFor(event).map(({ template }) => template)
    const isToSign = event.type === 'ContractGenerated' && issuedAgain.has(issueIn(event))
    const wanted = WANTED.filter(({ type }) => type === event.type).map(({ template }) => template)
    return [...wanted, ...(isToSign ? ['contract-to-sign' as const] : [])]
      .filter((template) => !known.includes(template))
      .map((template) => `${event.type} at ${event.position} calls for ${template}, and none is due`)
  })
}

const issueIn = ({ data }: Recorded): string => Issue.parse(JSON.parse(data)).issueId
const Issue = z.object({ issueId: z.string() })

/** By its Message-ID a mail program knows a copy from another mail. */
function renamed(id: string, copies: readonly Mail[]): string[] {
  const names = new Set(copies.map(({ messageId }) => messageId))
  return names.size > 1 ? [`${id} came as ${[...names].join(' and ')}`] : []
}

/** So many receipts of a day somebody gets from one business (SECURITY rule 17): who asks more often may get no more. */
const RECEIPTS = 3

/** For whom a receipt counts. */
type CountedOf = (due: Due) => string

/** By their address; of whoever is erased nobody knows any more how many they had. */
function countedIn(known: Pick<Evidence, 'history' | 'log'>, addressOf: AddressOf): CountedOf {
  const erased = erasedIn(known)
  const customerOf = customerOfCauseIn(known.log)
  return ({ template, cause }) => {
    const customer = customerOf(cause) ?? ''
    return [addressOf(template, cause), ...(erased.has(customer) ? [customer] : [])].join(', who was ')
  }
}

/** Whether a receipt is one too many: as many as there may be were sent to its address. */
function tooManyIn(
  due: readonly Due[],
  outcomes: ReadonlyMap<string, Outcome>,
  countedOf: CountedOf,
): (due: Due) => boolean {
  const sent = Map.groupBy(
    due.filter(
      ({ template, notificationId }) => template === RECEIPT && outcomes.get(notificationId)?.reason === 'sent',
    ),
    countedOf,
  )
  return (mail) => mail.template === RECEIPT && (sent.get(countedOf(mail))?.length ?? 0) >= RECEIPTS
}

/**
 * What is written down so soon after midnight may be of a mail that was sent before it: it is not counted, nor is it where clocks
 * have jumped, as near to midnight as they may have. In milliseconds.
 */
const AT_MIDNIGHT = 60_000

/** Nobody is sent more receipts of a day than there may be: who asks in others' names would flood them. */
function tooOften(
  due: readonly Due[],
  outcomes: ReadonlyMap<string, Outcome>,
  countedOf: CountedOf,
  { faults }: History,
): string[] {
  // On another day there may be as many again.
  const hasJumped = faults.some(({ name, target }) => name === 'clock-jump' && target === 'workers')
  const [before, after] = hasJumped ? [CLOCKS_JUMP, CLOCKS_JUMP] : [AT_MIDNIGHT, 0]
  const sent = due.flatMap((mail) => {
    const { template, notificationId, cause } = mail
    const { reason, occurredAt = 0 } = outcomes.get(notificationId) ?? {}
    const day = dayOf(occurredAt)
    const isNearMidnight = day !== dayOf(occurredAt - before) || day !== dayOf(occurredAt + after)
    if (template !== RECEIPT || reason !== 'sent' || isNearMidnight) return []
    return [`${countedOf(mail)} of ${cause.metadata.tenantId} on ${day}`]
  })
  return repeated(sent).flatMap(([whom, count]) => (count > RECEIPTS ? [`${count} receipts were sent to ${whom}`] : []))
}

const dayOf = (milliseconds: number) => todayIn(DEFAULT_TIME_ZONE, instantOf(milliseconds))

const RECEIPT = 'request-received'

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
function addressesIn({ tenants, requests }: History, requested: ReturnType<typeof requestsIn>): AddressOf {
  const renters = new Map(requests.map(({ asked }) => [asked.reference, asked.email]))
  const desks = new Map(tenants.map(({ businessId, contactEmail }) => [businessId, contactEmail]))
  return (template, cause) => {
    if (FOR_BUSINESS.has(template)) return desks.get(cause.metadata.tenantId ?? '')
    const address = renters.get(requested.get(bookingOf(cause) ?? '')?.reference)
    return typeof address === 'string' ? address : undefined
  }
}
