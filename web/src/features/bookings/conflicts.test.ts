import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { waitingId } from '../maintenance/kept.ts'
import { approvedByVehicle, conflictOf, inTheWayOf, inWords } from './conflicts.ts'
import { aBooking } from './testing/booking.ts'

// Days of another year are said with it.
beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-11-25T09:00:00Z'), toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

const NOBODY: ReadonlySet<string> = new Set()
const approved = (pickupDate: string, dropoffDate: string, change: object = {}) =>
  aBooking({ id: 'other', reference: 'BR-7', status: 'approved', pickupDate, dropoffDate, ...change })

/** What a request for the same vehicle hears. */
const conflictWith = (
  others: readonly ReturnType<typeof aBooking>[],
  { turnaroundDays = 0, decidedHere = NOBODY, blocks = [] as readonly Maintenance[] } = {},
) => conflictOf(aBooking(), { approved: approvedByVehicle(others), blocks }, { turnaroundDays, decidedHere })
const said = (...known: Parameters<typeof conflictWith>) => {
  const conflict = conflictWith(...known)
  return conflict && inWords(conflict)
}

const aBlock = (from: string, to: string, change: Partial<Maintenance> = {}): Maintenance => ({
  id: 'block',
  carId: aBooking().carId,
  from,
  to,
  kind: 'service',
  note: null,
  requests: [],
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  ...change,
})

describe('an approved booking is in the way of a request for 8 to 10 December', () => {
  it.each([
    ['2026-12-09', '2026-12-20', 1],
    // `lib/periods.test.ts` has more.
    ['2026-12-10', '2026-12-12', 0],
  ])('from %s to %s: %i', (pickup, dropoff, count) =>
    expect(inTheWayOf(aBooking(), approvedByVehicle([approved(pickup, dropoff)]), 0)).toHaveLength(count),
  )
  // As the server decides it: `packages/domain/schedule/maintenance.test.ts`.
  it.each([
    [1, '2026-12-11', '2026-12-12', 0],
    [3, '2026-12-13', '2026-12-14', 0],
    [1, '2026-12-05', '2026-12-07', 0],
    [1, '2026-12-10', '2026-12-12', 1],
    [3, '2026-12-12', '2026-12-14', 1],
    [1, '2026-12-05', '2026-12-08', 1],
    [3, '2026-12-03', '2026-12-06', 1],
  ])('with %i days kept free in between, from %s to %s: %i', (turnaroundDays, pickup, dropoff, count) =>
    expect(inTheWayOf(aBooking(), approvedByVehicle([approved(pickup, dropoff)]), turnaroundDays)).toHaveLength(count),
  )
  it.each(['pending', 'completed', 'rejected'])('not when it is %s', (status) =>
    expect(said([approved('2026-12-08', '2026-12-10', { status })])).toBeUndefined(),
  )
  it('not of another vehicle', () =>
    expect(said([approved('2026-12-08', '2026-12-10', { carId: 'golf' })])).toBeUndefined())
  it('not itself, approved a moment ago', () => expect(said([aBooking({ status: 'approved' })])).toBeUndefined())
})

test('what is known of a booking from elsewhere counts where the list does not have it, and not against the list', () => {
  const elsewhere = [approved('2026-12-08', '2026-12-10'), approved('2026-12-09', '2026-12-11', { id: 'far back' })]
  const cancelled = approved('2026-12-08', '2026-12-10', { status: 'rejected' })
  const known = approvedByVehicle([aBooking(), cancelled], elsewhere)
  expect(inTheWayOf(aBooking(), known, 0).map(({ id }) => id)).toEqual(['far back'])
})

describe('one short line says', () => {
  it('which booking overlaps, and for when it is approved', () =>
    expect(said([approved('2026-12-08', '2026-12-10')])).toBe('Overlaps #BR-7, approved for Tue 8 → Thu 10 Dec'))
  it('that days are to be kept free, where no day is shared', () =>
    expect(said([approved('2026-12-10', '2026-12-12')], { turnaroundDays: 1 })).toBe(
      'Too close to #BR-7, approved for Thu 10 → Sat 12 Dec: 1 day is kept free in between',
    ))
  it('that it was approved on this device and waits: this one is named before others', () => {
    const here = approved('2026-12-10', '2026-12-12', { id: 'here', reference: 'BR-8' })
    expect(
      said([approved('2026-12-08', '2026-12-10'), here], { turnaroundDays: 2, decidedHere: new Set(['here']) }),
    ).toBe(
      'Too close to #BR-8, approved on this device for Thu 10 → Sat 12 Dec: 2 days are kept free in between, and 1 more',
    )
  })
  it('of several the earliest that shares a day', () => {
    const before = approved('2026-12-06', '2026-12-08', { id: 'before', reference: 'BR-6' })
    const after = approved('2026-12-09', '2026-12-10', { id: 'after', reference: 'BR-9' })
    expect(said([after, before, approved('2026-12-08', '2026-12-09')], { turnaroundDays: 1 })).toBe(
      'Overlaps #BR-7, approved for Tue 8 → Wed 9 Dec, and 2 more',
    )
  })
})

describe('maintenance is in the way of a request for 8 to 10 December', () => {
  it('that shares a day with it', () =>
    expect(said([], { blocks: [aBlock('2026-12-09', '2026-12-12')] })).toBe(
      'Overlaps maintenance: Service, Wed 9 → Sat 12 Dec',
    ))
  it('that was planned on this device and waits: it is named before bookings that the server has told of', () => {
    const here = aBlock('2026-12-09', '2026-12-12', { id: waitingId('1'), kind: 'mot' })
    const others = [approved('2026-12-08', '2026-12-10')]
    expect(said(others, { blocks: [here] })).toBe(
      'Overlaps maintenance planned on this device: MOT, Wed 9 → Sat 12 Dec, and 1 more',
    )
    expect(conflictWith(others, { blocks: [here] })?.isHere).toBe(true)
  })
  it('after a booking that shares a day, before one that is only too close', () => {
    const blocks = [aBlock('2026-12-08', '2026-12-09')]
    expect(said([approved('2026-12-09', '2026-12-12')], { blocks })).toBe(
      'Overlaps #BR-7, approved for Wed 9 → Sat 12 Dec, and 1 more',
    )
    expect(said([approved('2026-12-10', '2026-12-12')], { blocks, turnaroundDays: 1 })).toBe(
      'Overlaps maintenance: Service, Tue 8 → Wed 9 Dec, and 1 more',
    )
  })
  it.each([
    ['in the days that are kept free', aBlock('2026-12-10', '2026-12-11')],
    ['of another vehicle', aBlock('2026-12-08', '2026-12-10', { carId: 'golf' })],
  ])('not %s', (_where, block) => expect(said([], { blocks: [block], turnaroundDays: 2 })).toBeUndefined())
})
