import { describe, expect, it, test } from 'vitest'
import { aBooking } from '../bookings/testing/booking.ts'
import { aBlock } from '../maintenance/testing/block.ts'
import {
  chosen,
  clipped,
  dayAt,
  dragged,
  freeRound,
  indexOf,
  inLanes,
  monthsIn,
  monthsOn,
  roomOf,
  rowOf,
} from './model.ts'

/** November and December 2026; today is the 21st of November. */
const span = { first: '2026-11-01', days: 61 }
const TODAY = '2026-11-21'
const now = indexOf(span, TODAY)

const words = {
  booking: () => ({ name: 'Ada', dates: '' }),
  block: () => ({ name: 'MOT', dates: '' }),
}
const row = (
  bookings: Parameters<typeof aBooking>[0][],
  blocks: Parameters<typeof aBlock>[0][] = [],
  turnaroundDays = 0,
) => rowOf({ bookings: bookings.map(aBooking), blocks: blocks.map(aBlock), turnaroundDays }, span, TODAY, words)

test('days are counted from the first one, also across the change of the clocks', () => {
  expect(indexOf({ first: '2026-10-01', days: 60 }, '2026-10-26')).toBe(25)
  expect(dayAt({ first: '2026-10-01', days: 60 }, 25)).toBe('2026-10-26')
})

describe('of a period is shown what lies within the days', () => {
  it.each([
    [
      { from: 3, to: 5 },
      { from: 3, to: 5, isCut: false },
    ],
    [
      { from: -3, to: 5 },
      { from: 0, to: 5, isCut: true },
    ],
    [
      { from: 8, to: 15 },
      { from: 8, to: 10, isCut: true },
    ],
    [
      { from: -5, to: 20 },
      { from: 0, to: 10, isCut: true },
    ],
    [{ from: -5, to: 0 }, undefined],
    [{ from: 10, to: 12 }, undefined],
  ])('%j', (period, shown) => expect(clipped(period, 10)).toEqual(shown))
})

describe('what shares days', () => {
  it('has lines of its own; what follows on the same day does not', () => {
    const { placed, unplaced } = inLanes([
      { from: 0, to: 5 },
      { from: 4, to: 6 },
      { from: 5, to: 9 },
    ])
    expect(placed.map(({ lane }) => lane)).toEqual([0, 1, 0])
    expect(unplaced).toEqual([])
  })
  it('is left out where it finds no line', () => {
    const { placed, unplaced } = inLanes(
      Array.from({ length: 5 }, () => ({ from: 0, to: 1 })),
      3,
    )
    expect([placed.length, unplaced.length]).toEqual([3, 2])
  })
})

describe('a vehicle’s row', () => {
  it('shows approved bookings, requests and maintenance, and no others', () =>
    expect(
      row(
        [
          { id: 'approved', status: 'approved' },
          { id: 'request', status: 'pending' },
          { id: 'done', status: 'completed' },
          { id: 'refused', status: 'rejected' },
        ],
        [{ id: 'works' }],
      ).stretches.map(({ id, kind }) => [id, kind]),
    ).toEqual([
      ['approved', 'booked'],
      ['works', 'maintenance'],
      ['request', 'request'],
    ]))
  it('has what holds days for certain in its first line, whenever the requests came', () => {
    const { stretches } = row([
      { id: 'request', status: 'pending', pickupDate: '2026-12-01', dropoffDate: '2026-12-20' },
      { id: 'approved', status: 'approved', pickupDate: '2026-12-08', dropoffDate: '2026-12-10' },
    ])
    expect(stretches.map(({ id, lane }) => [id, lane])).toEqual([
      ['approved', 0],
      ['request', 1],
    ])
  })
  it('does not show the day on which a vehicle comes back as held', () =>
    expect(
      row([{ status: 'approved', pickupDate: '2026-12-08', dropoffDate: '2026-12-10' }]).stretches[0],
    ).toMatchObject({
      from: 37,
      to: 39,
    }))
  it('shows a hire that should be over and is not as overdue, through today', () =>
    expect(
      row([{ status: 'approved', pickupDate: '2026-11-10', dropoffDate: '2026-11-15' }]).stretches[0],
    ).toMatchObject({
      kind: 'overdue',
      from: 9,
      to: now + 1,
    }))
  it('one that comes back today is not overdue', () =>
    expect(row([{ status: 'approved', pickupDate: '2026-11-10', dropoffDate: TODAY }]).stretches[0]?.kind).toBe(
      'booked',
    ))
  it('keeps days free after approved bookings, as many as the business says, and after no others', () =>
    expect(
      row(
        [
          { status: 'approved', pickupDate: '2026-11-25', dropoffDate: '2026-11-28' },
          { status: 'pending', pickupDate: '2026-12-05', dropoffDate: '2026-12-08' },
          { status: 'approved', pickupDate: '2026-12-28', dropoffDate: '2026-12-30' },
        ],
        [],
        3,
      ).turnround.map(({ from, to }) => [dayAt(span, from), to - from]),
    ).toEqual([
      ['2026-11-28', 3],
      ['2026-12-30', 2],
    ]))
  it('knows how many days follow a bar before the next one in its line', () =>
    expect(
      row([
        { id: 'a', status: 'approved', pickupDate: '2026-11-25', dropoffDate: '2026-11-26' },
        { id: 'b', status: 'approved', pickupDate: '2026-11-28', dropoffDate: '2026-11-30' },
      ]).stretches.map(({ beside }) => beside),
    ).toEqual([2, 4]))
})

describe('a row takes', () => {
  const crowded = row(Array.from({ length: 6 }, (_, place) => ({ id: `r${place}` })))
  const december = { from: indexOf(span, '2026-12-01'), to: span.days }
  it('the lines of what is in sight, and says how many requests found none', () =>
    expect(roomOf(crowded, december)).toEqual({ lanes: 3, hidden: 3 }))
  it('one line, and says nothing, while its requests are far away', () =>
    expect(roomOf(crowded, { from: 0, to: now })).toEqual({ lanes: 1, hidden: 0 }))
  it('one line when it is empty', () => expect(roomOf(row([]), december)).toEqual({ lanes: 1, hidden: 0 }))
})

describe('dragging over days', () => {
  it.each([
    [5, 8, { from: 5, to: 9 }],
    [8, 5, { from: 5, to: 9 }],
    [5, 5, { from: 5, to: 6 }],
  ])('from %i to %i chooses both ends, as half-open days', (anchor, at, days) =>
    expect(dragged(anchor, at)).toEqual(days),
  )
  const { stretches } = row(
    [
      { id: 'a', status: 'approved', pickupDate: '2026-11-25', dropoffDate: '2026-11-28' },
      { id: 'r', status: 'pending', pickupDate: '2026-11-29', dropoffDate: '2026-12-02' },
    ],
    [{ id: 'm', from: '2026-12-05', to: '2026-12-06' }],
  )
  const free = (day: string) => freeRound(indexOf(span, day), stretches, now, span.days)

  it('is over where a booking or other maintenance begins; requests do not hinder it', () =>
    expect(free('2026-11-29')).toEqual({ from: indexOf(span, '2026-11-28'), to: indexOf(span, '2026-12-05') }))
  it('does not go before today', () =>
    expect(free('2026-11-22')).toEqual({ from: now, to: indexOf(span, '2026-11-25') }))
  it.each(['2026-11-26', '2026-12-05', '2026-11-20'])('does not begin on %s', (day) =>
    expect(free(day)).toBeUndefined(),
  )
  it('takes of the days between its ends those that are free', () => {
    const room = free('2026-11-29') ?? { from: 0, to: 0 }
    const at = indexOf(span, '2026-11-29')
    expect(chosen(at, at + 20, room)).toEqual({ from: at, to: indexOf(span, '2026-12-05') })
    expect(chosen(at, at - 20, room)).toEqual({ from: indexOf(span, '2026-11-28'), to: at + 1 })
  })
})

describe('months', () => {
  it('are cut where the days end', () =>
    expect(monthsIn({ first: '2026-11-15', days: 40 })).toEqual([
      { id: '2026-11', from: 0, to: 16 },
      { id: '2026-12', from: 16, to: 40 },
    ]))
  it.each([
    ['2026-11-30', -1, '2026-11-01'],
    ['2026-11-10', 1, '2026-12-10'],
    ['2026-12-31', -1, '2026-11-30'],
    ['2026-12-20', 1, '2026-12-31'],
  ] as const)(
    'from %s a step of %i leads to %s: the same day, the last one of a shorter month, within what is shown',
    (day, step, to) => expect(dayAt(span, monthsOn(span, indexOf(span, day), step))).toBe(to),
  )
})
