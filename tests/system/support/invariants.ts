import type { ScheduleFact } from '@forecourt/domain/schedule/events.ts'
import { faultsOf } from '@forecourt/domain/testing/history.ts'
import { decode } from '@forecourt/event-log/codec.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { z } from 'zod'

/**
 * What must hold after every fault (SECURITY, "Invariants"), checked from outside: from the log, the mails and what
 * callers were told, without the product's own rules about them. No fault: an empty list.
 */

/** A command on a booking that was answered with success, by somebody who kept the answer. */
export interface Acknowledged {
  readonly bookingId: string
  /** The types of event that it may have led to. */
  readonly led: readonly string[]
  readonly position: bigint
}

/**
 * Each acknowledged command is in the log, where its answer said, exactly once; and nothing else was done to bookings: what
 * its sender had given up is decided by a later sending or not at all.
 */
export function faultsOfAcknowledgements(
  acknowledged: readonly Acknowledged[],
  recorded: readonly Recorded[],
): readonly string[] {
  const byPosition = new Map(recorded.map((event) => [String(event.position), event]))
  const told = new Set<string>()
  const faults: string[] = []
  for (const { bookingId, led, position } of acknowledged) {
    const place = String(position)
    const event = byPosition.get(place)
    if (event === undefined || !led.includes(event.type) || bookingOf(event) !== bookingId)
      faults.push(`lost: ${led.join(' or ')} of ${bookingId}; at ${place} there is ${event?.type ?? 'nothing'}`)
    else if (told.has(place)) faults.push(`two commands were told of one event: ${event.type} at ${place}`)
    told.add(place)
  }
  const ofSchedules = recorded.filter(isOfSchedule)
  for (const event of ofSchedules) {
    // What workers add nobody has asked for: it follows from an approval, and is there once for each.
    if (told.has(String(event.position)) || event.type === CONTRACT) continue
    faults.push(`nobody was told of ${event.type} at ${event.position} of ${bookingOf(event)}`)
  }
  return [
    ...faults,
    ...doubled(
      ofSchedules.map(({ metadata }) => metadata.commandId ?? 'no command'),
      'command',
    ),
    ...doubled(
      ofSchedules.filter(({ type }) => type === CONTRACT).map((event) => bookingOf(event) ?? 'no booking'),
      'contract of booking',
    ),
  ]
}

const CONTRACT = 'ContractGenerated'

/**
 * Positions are dense: the first is 1, each next is one more. So are the revisions of each stream, from 0.
 * @param isDense false: positions only grow, as those of EventStoreDB do
 */
export function faultsOfPositions(recorded: readonly Recorded[], isDense = true): readonly string[] {
  const faults: string[] = []
  const revisions = new Map<string, bigint>()
  for (const [index, { position, stream, revision }] of recorded.entries()) {
    const isInPlace = isDense ? position === BigInt(index) + 1n : position > (recorded[index - 1]?.position ?? -1n)
    if (!isInPlace) faults.push(`position ${position} in place ${index + 1}`)
    const expected = (revisions.get(stream) ?? -1n) + 1n
    if (revision !== expected) faults.push(`${stream} has revision ${revision} after ${expected - 1n}`)
    revisions.set(stream, revision)
  }
  return [
    ...faults,
    ...doubled(
      recorded.map(({ id }) => id),
      'event id',
    ),
  ]
}

/** At every prefix of the log, approved bookings and blocks of a vehicle share no day, and each status follows the graph. */
export function faultsOfSchedules(recorded: readonly Recorded[]): readonly string[] {
  const schedules = Map.groupBy(recorded.filter(isOfSchedule), ({ stream }) => stream)
  return [...schedules.values()].flatMap((events) => faultsOf(events.map(factOf)))
}

/** A mail as the mail server took it. */
export interface CaughtMail {
  readonly envelope: { readonly to: readonly string[] }
  readonly subject: string
  readonly messageId: string
}

/** The mails that facts call for: what says so in the log, in the mail's subject, and to whom it goes. */
export const LETTERS = [
  { type: 'BookingRequested', template: 'request-received', subject: /^We have your booking request/, to: 'renter' },
  { type: 'BookingRequested', template: 'new-request', subject: /^New booking request/, to: 'business' },
  { type: 'BookingApproved', template: 'booking-approved', subject: /is confirmed$/, to: 'renter' },
  { type: 'BookingRejected', template: 'booking-rejected', subject: /could not be accepted$/, to: 'renter' },
  { type: 'BookingCancelled', template: 'booking-cancelled', subject: /has been cancelled$/, to: 'renter' },
  { type: 'BookingCompleted', template: 'booking-completed', subject: /^Thank you for booking/, to: 'renter' },
] as const

/** Mails that facts in the log call for, and of which no fact says that they were sent or had become moot. */
export function unsettledMails(recorded: readonly Recorded[]): number {
  const count = (type: string) => recorded.filter((event) => event.type === type).length
  const due = LETTERS.reduce((sum, { type }) => sum + count(type), 0)
  return due - count('NotificationSent') - count('NotificationWithdrawn')
}

/**
 * Each request, and each decision on it, is told to the renter, and requests to the business: once for each fact, unless
 * the log says that the mail was withdrawn because the booking had moved on. Requests are told in any case. Further copies of
 * a mail have its Message-ID, and there are no other mails.
 * @param renters e-mail addresses by booking reference
 */
export function faultsOfMails(
  recorded: readonly Recorded[],
  mails: readonly CaughtMail[],
  renters: ReadonlyMap<string, string>,
  business: string,
): readonly string[] {
  const requests = recorded.filter(({ type }) => type === 'BookingRequested').map((event) => parsed(Requested, event))
  const references = new Map(requests.map(({ bookingId, reference }) => [bookingId, reference]))
  const withdrawn = recorded
    .filter(({ type }) => type === 'NotificationWithdrawn')
    .map((event) => parsed(Withdrawn, event))
  const faults = withdrawn
    .filter(({ reason }) => reason !== 'overtaken' && reason !== 'told-already')
    .map(({ template, reason }) => `${template} was withdrawn: ${reason}`)
  const strangers = new Set(mails)
  for (const { type, template, subject, to } of LETTERS) {
    const facts = recorded.filter((event) => event.type === type).map((event) => parsed(OfBooking, event).bookingId)
    let missing = 0
    for (const [bookingId, all] of Map.groupBy(facts, (id) => id)) {
      const reference = references.get(bookingId) ?? ''
      const address = (to === 'renter' ? renters.get(reference) : business) ?? 'nobody'
      const letters = mails.filter(
        (mail) =>
          subject.test(mail.subject) && referenceIn(mail.subject) === reference && mail.envelope.to.join() === address,
      )
      for (const letter of letters) strangers.delete(letter)
      const sent = new Set(letters.map(({ messageId }) => messageId)).size
      if (sent > all.length) faults.push(`${template} of ${reference} was sent under ${sent} Message-IDs`)
      missing += Math.max(0, all.length - sent)
      if (type === 'BookingRequested' && sent === 0) faults.push(`${template} of ${reference} did not go to ${address}`)
    }
    const excused = withdrawn.filter((notice) => notice.template === template && !wasSent(notice, mails)).length
    if (missing !== excused) faults.push(`${missing} mails ${template} are missing, ${excused} were withdrawn`)
  }
  for (const { subject, envelope } of strangers) {
    faults.push(`a mail about nothing that happened: ${referenceIn(subject)} to ${envelope.to.join()}`)
  }
  return faults
}

/**
 * How many mails the log does not know of, because the worker died between the mail server's answer and its own append:
 * copies of one that was sent again, and mails that it withdrew when it tried again, as the booking had moved on.
 */
export function unknownMails(recorded: readonly Recorded[], mails: readonly CaughtMail[]): number {
  const copies = mails.length - new Set(mails.map(({ messageId }) => messageId)).size
  const withdrawn = recorded.filter(({ type }) => type === 'NotificationWithdrawn')
  return copies + withdrawn.filter((event) => wasSent(parsed(Withdrawn, event), mails)).length
}

const wasSent = ({ notificationId }: { readonly notificationId: string }, mails: readonly CaughtMail[]): boolean =>
  mails.some(({ messageId }) => messageId.startsWith(`<${notificationId}@`))

const OfBooking = z.object({ bookingId: z.string() })
const Requested = OfBooking.extend({ reference: z.string() })
const Withdrawn = z.object({ notificationId: z.string(), template: z.string(), reason: z.string() })

/** The booking that an event is about; undefined when it is about none. */
export function bookingOf(event: Recorded): string | undefined {
  return OfBooking.safeParse(JSON.parse(event.data)).data?.bookingId
}

const isOfSchedule = ({ stream }: Recorded) => stream.startsWith('rent.schedule-')

function parsed<Schema extends z.ZodType>(schema: Schema, { data }: Recorded): z.infer<Schema> {
  return schema.parse(JSON.parse(data))
}

function factOf(recorded: Recorded): ScheduleFact {
  const fact = decode(recorded)
  if (fact.kind === 'fact' && isScheduleFact(fact)) return fact
  throw new Error(`${recorded.type} does not belong into ${recorded.stream}`)
}

function isScheduleFact<F extends { readonly type: string }>(fact: F): fact is F & ScheduleFact {
  return /^(Booking|Contract|Schedule|Maintenance)/.test(fact.type)
}

/** The booking that a mail is about, by its subject. */
export const referenceIn = (subject: string): string => /#(BR-[0-9A-Z]+)/.exec(subject)?.[1] ?? 'no reference'

function doubled(names: readonly string[], what: string): readonly string[] {
  const counts = Map.groupBy(names, (name) => name)
  return [...counts]
    .filter(([, all]) => all.length > 1)
    .map(([name, all]) => `${what} ${name} is ${all.length} times in the log`)
}
