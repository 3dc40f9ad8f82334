import { randomUUID } from 'node:crypto'
import type { ScheduleFact } from '@forecourt/domain/schedule/events.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import {
  approved,
  bookingId,
  cancelled,
  contractGenerated,
  requested,
  vehicleId,
} from '@forecourt/domain/testing/rental.ts'
import { parsePosition, type Recorded } from '@forecourt/event-log/port.ts'
import { describe, expect, it } from 'vitest'
import {
  type Acknowledged,
  faultsOfAcknowledgements,
  faultsOfMails,
  faultsOfPositions,
  faultsOfSchedules,
  unknownMails,
} from './support/invariants.ts'

/** A checker is trusted only after it caught a planted bad history (SECURITY, "Faults"). */

const later = ['2026-11-01', '2026-11-03'] as const
const good = historyOf([requested(1), requested(2, ...later), approved(1), approved(2, ...later)])
const told: readonly Acknowledged[] = good.map(({ type, position }, index) => ({
  bookingId: bookingId((index % 2) + 1),
  led: [type],
  position,
}))

describe('acknowledged commands are in the log exactly once', () => {
  it('a contract that a worker has made is no fault, one that was made twice is', () => {
    const once = [...good, ...historyOf([contractGenerated(1)], 4)]
    expect(faultsOfAcknowledgements(told, once)).toEqual([])
    const twice = [...once, ...historyOf([contractGenerated(1)], 5)]
    expect(faultsOfAcknowledgements(told, twice)).toEqual([expect.stringContaining('contract of booking')])
  })

  it('a good history has no fault', () => {
    expect(faultsOfAcknowledgements(told, good)).toEqual([])
  })

  it('an acknowledged event that is not there is found', () => {
    expect(faultsOfAcknowledgements(told, good.slice(0, -1))).toEqual([
      `lost: BookingApproved of ${bookingId(2)}; at 4 there is nothing`,
    ])
  })

  it('another event in its place is found', () => {
    const other = [...good.slice(0, -1), ...historyOf([cancelled(1)], 3)]
    expect(faultsOfAcknowledgements(told, other)).toEqual([
      `lost: BookingApproved of ${bookingId(2)}; at 4 there is BookingCancelled`,
    ])
  })

  it('the same change of another booking in its place is found', () => {
    const other = [...good.slice(0, -1), ...historyOf([approved(1)], 3)]
    expect(faultsOfAcknowledgements(told, other)).toEqual([
      `lost: BookingApproved of ${bookingId(2)}; at 4 there is BookingApproved`,
    ])
  })

  it('two commands that were told of one event are found', () => {
    expect(faultsOfAcknowledgements([...told, ...told.slice(0, 1)], good)).toEqual([
      'two commands were told of one event: BookingRequested at 1',
    ])
  })

  it('a command that is there twice is found', () => {
    const [first] = good
    const twice = [
      ...good,
      ...historyOf([requested(3)], 4).map((event) => ({ ...event, metadata: first?.metadata ?? {} })),
    ]
    expect(faultsOfAcknowledgements(told, twice)).toEqual([
      `nobody was told of BookingRequested at 5 of ${bookingId(3)}`,
      `command ${first?.metadata.commandId} is 2 times in the log`,
    ])
  })

  it('what nobody was told of is found', () => {
    expect(faultsOfAcknowledgements(told, [...good, ...historyOf([cancelled(2)], 4)])).toEqual([
      `nobody was told of BookingCancelled at 5 of ${bookingId(2)}`,
    ])
  })
})

describe('positions have no gap', () => {
  it('a good history has no fault', () => {
    expect(faultsOfPositions(good)).toEqual([])
  })

  it('a position that is missing is found', () => {
    expect(faultsOfPositions(good.filter((_event, index) => index !== 1))).toContain('position 3 in place 2')
  })

  it('a revision that is missing or there twice is found', () => {
    const [first, second, third] = good
    if (first === undefined || second === undefined || third === undefined) throw new Error('a short history')
    expect(faultsOfPositions([first, { ...second, revision: 2n }])).toEqual([`${second.stream} has revision 2 after 0`])
    expect(faultsOfPositions([first, { ...second, revision: 0n }])).toEqual([`${second.stream} has revision 0 after 0`])
  })

  it('an event that is there twice is found', () => {
    const [first, second] = good
    if (first === undefined || second === undefined) throw new Error('a short history')
    expect(faultsOfPositions([first, { ...second, id: first.id }])).toEqual([
      `event id ${first.id} is 2 times in the log`,
    ])
  })
})

describe('approved bookings are disjoint at every prefix', () => {
  it('a good history has no fault', () => {
    expect(faultsOfSchedules(good)).toEqual([])
  })

  it('one day given twice is found, even when it is given back later', () => {
    expect(
      faultsOfSchedules(historyOf([requested(1), requested(2), approved(1), approved(2), cancelled(2)])),
    ).toContain(`2026-10-25 was given to ${bookingId(1)} and to ${bookingId(2)}`)
  })
})

describe('each fact has its mail', () => {
  const renters = new Map([
    ['BR-1', 'ada@renters.example'],
    ['BR-2', 'bob@renters.example'],
  ])
  const desk = 'desk@hire.example'
  const mails = ['BR-1', 'BR-2'].flatMap((reference) => {
    const renter = renters.get(reference) ?? ''
    return [
      mail(renter, `We have your booking request #${reference}`),
      mail(renter, `Your booking #${reference} is confirmed`),
      mail(desk, `New booking request #${reference}: a car, Mon 26 Oct`),
    ]
  })
  const faults = (sent: typeof mails, history = good) => faultsOfMails(history, sent, renters, desk)

  it('a good history has no fault, and copies under one Message-ID are none', () => {
    expect(faults(mails)).toEqual([])
    expect(faults([...mails, ...mails.slice(0, 2)])).toEqual([])
    expect(unknownMails(good, [...mails, ...mails.slice(0, 2)])).toBe(2)
  })

  it('a mail that was never sent is found, also when another one was withdrawn', () => {
    expect(faults(mails.slice(1))).toEqual([
      'request-received of BR-1 did not go to ada@renters.example',
      '1 mails request-received are missing, 0 were withdrawn',
    ])
    const lost = '1 mails booking-approved are missing, 0 were withdrawn'
    expect(faults(mails.filter((_mail, index) => index !== 1))).toEqual([lost])
    expect(faults(mails.slice(0, -1))).toContain('new-request of BR-2 did not go to desk@hire.example')
  })

  it('a mail that was withdrawn because the booking had moved on is not missing; for another reason it is a fault', () => {
    const moved = [...good, ...historyOf([cancelled(2)], 4)]
    const cancelling = mail('bob@renters.example', 'Your booking #BR-2 has been cancelled')
    const sent = [...mails.filter((_mail, index) => index !== 4), cancelling]
    expect(faults(sent, [...moved, withdrawal('overtaken')])).toEqual([])
    expect(faults([...mails, cancelling], [...moved, withdrawal('overtaken')])).toEqual([
      '0 mails booking-approved are missing, 1 were withdrawn',
    ])
    expect(faults(sent, [...moved, withdrawal('no-address')])).toEqual(['booking-approved was withdrawn: no-address'])
  })

  it('a mail that went out before its worker died, and was withdrawn afterwards, is counted and no fault', () => {
    const [, , , , approval] = mails
    const moved = [...good, ...historyOf([cancelled(2)], 4)]
    const history = [...moved, withdrawal('overtaken', approval?.messageId.slice(1, 37))]
    const sent = [...mails, mail('bob@renters.example', 'Your booking #BR-2 has been cancelled')]
    expect(faults(sent, history)).toEqual([])
    expect(unknownMails(history, sent)).toBe(1)
  })

  it('a copy under another Message-ID is found', () => {
    expect(faults([...mails, mail('ada@renters.example', 'We have your booking request #BR-1')])).toEqual([
      'request-received of BR-1 was sent under 2 Message-IDs',
    ])
  })

  it('a mail about nothing that happened, or to somebody else, is found', () => {
    const another = mail('ada@renters.example', 'Your booking #BR-2 is confirmed')
    const made = mail('bob@renters.example', 'Your booking #BR-2 has been cancelled')
    expect(faults([...mails, another, made])).toEqual([
      'a mail about nothing that happened: BR-2 to ada@renters.example',
      'a mail about nothing that happened: BR-2 to bob@renters.example',
    ])
  })
})

/** The log says that the approval's mail was not sent. */
function withdrawal(reason: string, notificationId: string = randomUUID()): Recorded {
  const [event] = good
  if (event === undefined) throw new Error('a short history')
  return {
    ...event,
    type: 'NotificationWithdrawn',
    data: JSON.stringify({ notificationId, template: 'booking-approved', reason }),
  }
}

function mail(to: string, subject: string) {
  return { envelope: { to: [to] }, subject, messageId: `<${randomUUID()}@forecourt.example>` }
}

/** The facts as the log would hold them, each of a command of its own. */
function historyOf(facts: readonly ScheduleFact[], after = 0): Recorded[] {
  return facts.map((fact, index) => ({
    kind: 'event',
    stream: scheduleStream(vehicleId),
    revision: BigInt(after + index),
    position: positionAt(after + index + 1),
    id: randomUUID(),
    type: fact.type,
    data: JSON.stringify(fact.data),
    metadata: {
      schemaVersion: '1',
      tenantId: randomUUID(),
      actorKind: 'customer',
      actorId: 'customer',
      commandId: randomUUID(),
      commandDigest: '',
      $correlationId: randomUUID(),
      $causationId: randomUUID(),
      occurredAt: '2026-10-20T09:30:00.000Z',
      appVersion: '1.0.0',
    },
    recordedAt: new Date('2026-10-20T09:30:00Z'),
  }))
}

function positionAt(place: number) {
  const position = parsePosition(String(place))
  if (position === undefined) throw new Error(`${place} is no position`)
  return position
}
