import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { describe, expect, it } from 'vitest'
import { nextDaysOf } from './next-days.ts'

type Period = readonly [pickup: string, dropoff: string]

const vehicle = (booked: readonly Period[], status: Vehicle['status'] = 'available') => ({
  status,
  nextDays: {
    from: '2026-11-21',
    until: '2026-12-05',
    booked: booked.map(([pickupDate, dropoffDate]) => ({ pickupDate, dropoffDate })),
  },
})
const shown = (booked: readonly Period[], today = '2026-11-21', status: Vehicle['status'] = 'available') =>
  nextDaysOf(vehicle(booked, status), today)

describe('the next days on a card', () => {
  it.each<[string, readonly Period[]]>([
    ['Free for the next 14 days', []],
    ['Taken 24–26 Nov', [['2026-11-24', '2026-11-27']]],
    ['Taken 24 Nov', [['2026-11-24', '2026-11-25']]],
    ['Taken 29 Nov – 2 Dec', [['2026-11-29', '2026-12-03']]],
    ['Taken today', [['2026-11-20', '2026-11-22']]],
    ['Taken until 26 Nov', [['2026-11-01', '2026-11-27']]],
    ['Taken from 30 Nov', [['2026-11-30', '2026-12-20']]],
    ['Taken for the next 14 days', [['2026-11-01', '2026-12-20']]],
    // The day on which one comes back is the next one's first.
    [
      'Taken 24–28 Nov',
      [
        ['2026-11-24', '2026-11-27'],
        ['2026-11-27', '2026-11-29'],
      ],
    ],
    [
      'Taken today and from 4 Dec',
      [
        ['2026-11-21', '2026-11-22'],
        ['2026-12-04', '2026-12-06'],
      ],
    ],
    [
      'Taken 23 Nov, 25–26 Nov and 1 Dec',
      [
        ['2026-11-23', '2026-11-24'],
        ['2026-11-25', '2026-11-27'],
        ['2026-12-01', '2026-12-02'],
      ],
    ],
  ])('%s', (sentence, booked) => expect(shown(booked)?.sentence).toBe(sentence))

  it('are fourteen, and the day of the drop-off is free', () => {
    const days = shown([['2026-11-24', '2026-11-26']])?.days ?? []
    expect(days).toHaveLength(14)
    expect([days.at(0)?.day, days.at(-1)?.day]).toEqual(['2026-11-21', '2026-12-04'])
    expect(days.filter(({ isTaken }) => isTaken).map(({ day }) => day)).toEqual(['2026-11-24', '2026-11-25'])
  })

  it('of a copy that is three days old are eleven: of the others nothing is known', () => {
    const old = shown([['2026-11-22', '2026-11-26']], '2026-11-24')
    expect(old?.days).toHaveLength(11)
    expect(old?.sentence).toBe('Taken until 25 Nov')
    expect(shown([], '2026-11-24')?.sentence).toBe('Free for the next 11 days')
    expect(shown([], '2026-12-04')?.sentence).toBe('Free today')
    expect(shown([], '2026-12-05')).toBeUndefined()
  })

  it('begin with the business’s today where this device is a day behind', () => {
    expect(shown([], '2026-11-20')?.days).toHaveLength(14)
  })

  it.each(['maintenance', 'unavailable', 'booked'] as const)('of one that is %s are none to be had', (status) => {
    const closed = shown([], '2026-11-21', status)
    expect(closed?.sentence).toBe('Not for hire at present')
    expect(closed?.days.every(({ isTaken }) => isTaken)).toBe(true)
  })
})
