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
 * A command that wrote nothing when it was sent again: it was refused, or all was so already. Its first sending, which its
 * sender had given up, may still be decided later, when things are different again; nobody can be told of that.
 */
export interface Doubtful {
  /** The booking, or the reference of one that was asked for. */
  readonly about: string
  readonly led: readonly string[]
}

/**
 * Each acknowledged command is in the log, where its answer said, exactly once; and nothing else was done to bookings but
 * what is in doubt.
 */
export function faultsOfAcknowledgements(
  acknowledged: readonly Acknowledged[],
  recorded: readonly Recorded[],
  doubtful: readonly Doubtful[] = [],
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
  const doubts = [...doubtful]
  for (const event of ofSchedules) {
    if (told.has(String(event.position))) continue
    const doubt = doubts.findIndex(({ about, led }) => led.includes(event.type) && event.data.includes(`"${about}"`))
    if (doubt >= 0) doubts.splice(doubt, 1)
    else faults.push(`nobody was told of ${event.type} at ${event.position} of ${bookingOf(event)}`)
  }
  return [
    ...faults,
    ...doubled(
      ofSchedules.map(({ metadata }) => metadata.commandId ?? 'no command'),
      'command',
    ),
  ]
}

/** Positions are dense: the first is 1, each next is one more. So are the revisions of each stream, from 0. */
export function faultsOfPositions(recorded: readonly Recorded[]): readonly string[] {
  const faults: string[] = []
  const revisions = new Map<string, bigint>()
  for (const [index, { position, stream, revision }] of recorded.entries()) {
    if (position !== BigInt(index) + 1n) faults.push(`position ${position} in place ${index + 1}`)
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

/** At every prefix of the log, approved bookings of a vehicle share no day, and each status follows the graph. */
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

/**
 * Each request is told to the renter and to the business, each approval to the renter. Further copies of a mail have its
 * Message-ID, and there are no other mails.
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
  const approved = new Set(
    recorded
      .filter(({ type }) => type === 'BookingApproved')
      .map((event) => references.get(parsed(OfBooking, event).bookingId)),
  )
  const letters = Map.groupBy(mails, ({ envelope, subject }) => `${referenceIn(subject)} to ${envelope.to.join()}`)
  const faults: string[] = []
  const expect = (reference: string, to: string | undefined, count: number) => {
    const sent = letters.get(`${reference} to ${to}`) ?? []
    letters.delete(`${reference} to ${to}`)
    const subjects = Map.groupBy(sent, ({ subject }) => subject)
    if (subjects.size !== count) faults.push(`${reference}: ${subjects.size} of ${count} letters to ${to}`)
    for (const [subject, copies] of subjects) {
      const ids = new Set(copies.map(({ messageId }) => messageId))
      if (ids.size > 1) faults.push(`"${subject}" was sent under ${ids.size} Message-IDs`)
    }
  }
  for (const { reference } of requests) {
    expect(reference, renters.get(reference), approved.has(reference) ? 2 : 1)
    expect(reference, business, 1)
  }
  for (const letter of letters.keys()) faults.push(`a mail about nothing that happened: ${letter}`)
  return faults
}

/** How many mails were copies of one that had been sent. */
export const extraCopies = (mails: readonly CaughtMail[]): number =>
  mails.length - new Set(mails.map(({ messageId }) => messageId)).size

const OfBooking = z.object({ bookingId: z.string() })
const Requested = OfBooking.extend({ reference: z.string() })

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
  return /^(Booking|Contract|Schedule)/.test(fact.type)
}

const referenceIn = (subject: string) => /#(BR-[0-9A-Z]+)/.exec(subject)?.[1] ?? 'no reference'

function doubled(names: readonly string[], what: string): readonly string[] {
  const counts = Map.groupBy(names, (name) => name)
  return [...counts]
    .filter(([, all]) => all.length > 1)
    .map(([name, all]) => `${what} ${name} is ${all.length} times in the log`)
}
