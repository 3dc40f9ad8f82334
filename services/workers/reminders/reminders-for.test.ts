import { CivilDate } from '@forecourt/domain/civil-date.ts'
import { BookingId } from '@forecourt/domain/ids.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import { describe, expect, it } from 'vitest'
import { endedBy, type Reminder, reminderId, remindersFor } from './reminders-for.ts'
import { isTooLate } from './too-late.ts'

const LONDON = 'Europe/London'
const bookingId = BookingId.parse('2b7f4c1e-9a53-4d7e-8a51-0c6f3e2d1b4a.01JD2Q9Z3V8X6W5T4R3E2Q1A0B')
const fact = (type: string, occurredAt: string, more: object = {}, actorKind = 'customer') => ({
  type,
  data: JSON.stringify({ bookingId, ...more }),
  metadata: { actorKind, occurredAt },
})
const after = (type: string) => endedBy(fact(type, ''))
const timesOf = (event: ReturnType<typeof fact>, zone = LONDON) =>
  remindersFor(event, zone).map(({ template, dueAt }) => [template, dueAt])
const approved = (pickupDate: string, occurredAt = '2026-01-01T00:00:00.000Z') =>
  fact('BookingApproved', occurredAt, { pickupDate, dropoffDate: '2027-01-01' })

describe('the business is reminded of a request', () => {
  it.each([
    ['2026-06-10T09:00:00.000Z', '2026-06-10T21:00:00.000Z', '2026-06-11T05:00:00.000Z'],
    // The night of these days has 23 hours, or 25: the customer waits for hours that pass.
    ['2026-03-28T20:00:00.000Z', '2026-03-29T08:00:00.000Z', '2026-03-29T16:00:00.000Z'],
    ['2026-10-24T20:00:00.000Z', '2026-10-25T08:00:00.000Z', '2026-10-25T16:00:00.000Z'],
  ])('of %s after 12 and 20 hours', (asked, first, second) => {
    expect(timesOf(fact('BookingRequested', asked))).toEqual([
      ['request-waits', first],
      ['request-still-waits', second],
    ])
  })
})

describe('the renter is reminded on the day before the pickup, at nine by the clocks of the business', () => {
  it.each([
    ['2026-06-10', '2026-06-09T08:00:00.000Z'],
    ['2026-03-29', '2026-03-28T09:00:00.000Z'],
    ['2026-03-30', '2026-03-29T08:00:00.000Z'],
    ['2026-10-25', '2026-10-24T08:00:00.000Z'],
    ['2026-10-26', '2026-10-25T09:00:00.000Z'],
  ])('%s in London', (pickup, at) => expect(timesOf(approved(pickup))).toEqual([['pickup-tomorrow', at]]))

  it('elsewhere', () =>
    expect(timesOf(approved('2026-06-10'), 'Pacific/Auckland')).toEqual([
      ['pickup-tomorrow', '2026-06-08T21:00:00.000Z'],
    ]))

  it('unless the booking was approved after that: they have just been told', () => {
    expect(timesOf(approved('2026-06-10', '2026-06-09T08:00:00.000Z'))).toEqual([])
    expect(timesOf(approved('2026-06-10', '2026-06-09T07:59:59.999Z'))).toHaveLength(1)
  })
})

describe('a reminder', () => {
  it('follows from history of our own only, and from nothing else', () => {
    expect(timesOf(fact('BookingRequested', '2026-06-10T09:00:00.000Z', {}, 'import'))).toEqual([])
    for (const type of ['BookingReinstated', 'BookingRejected', 'BookingCompleted', 'MaintenanceScheduled']) {
      expect(timesOf(fact(type, '2026-06-10T09:00:00.000Z', { pickupDate: '2026-07-01' }))).toEqual([])
    }
  })

  it('has a name that follows from booking and kind, for ever', () => {
    const ids = (['request-waits', 'request-still-waits', 'pickup-tomorrow'] as const).map((kind) =>
      reminderId(bookingId, kind),
    )
    expect(ids).toEqual([
      '650e1b20-fa91-5bec-be7b-a902270e1e63',
      'f2479a55-e54c-551e-9d7a-c214dfbbd845',
      'ab3af21f-194f-53a4-a76b-5222c2685a2a',
    ])
  })

  it('is pointless once the booking has moved on', () => {
    const waits = (['request-waits', 'request-still-waits'] as const).map((kind) => reminderId(bookingId, kind))
    const pickup = [reminderId(bookingId, 'pickup-tomorrow')]
    expect([after('BookingApproved'), after('BookingRejected')]).toEqual([waits, waits])
    expect(after('BookingCancelled')).toEqual(pickup)
    // A slip before the pickup is taken back.
    expect(after('BookingCompleted')).toEqual([])
    expect(after('BookingAdminNotesSaved')).toEqual([])
  })

  it.each<[Reminder, string, string]>([
    ['request-waits', '2026-06-10T20:59:59.999Z', '2026-06-11T05:00:00.000Z'],
    ['request-still-waits', '2026-06-12T04:59:59.999Z', '2026-06-12T05:00:00.000Z'],
    // Midnight in London is 23:00 in summer.
    ['pickup-tomorrow', '2026-06-19T22:59:59.999Z', '2026-06-19T23:00:00.000Z'],
  ])('of the kind %s is sent at %s and no more at %s', (template, inTime, late) => {
    const lateAt = (now: string) =>
      isTooLate(template, {
        now: new Date(now),
        requestedAt: Instant.parse('2026-06-10T09:00:00.000Z'),
        pickupDate: CivilDate.parse('2026-06-20'),
        timeZone: LONDON,
      })
    expect([lateAt(inTime), lateAt(late)]).toEqual([false, true])
  })
})
