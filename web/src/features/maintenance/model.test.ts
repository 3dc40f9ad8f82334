import { describe, expect, it, test } from 'vitest'
import { aBooking } from '../bookings/testing/booking.ts'
import { daysKept, isWaiting, waitingId, withBlock, withChange, withoutBlock } from './kept.ts'
import { asItStands, hindered, inTheWay, nowAndNext, standing, statusToday } from './model.ts'
import { aBlock } from './testing/block.ts'

const TODAY = '2026-11-21'

test.each([
  ['2026-11-21', '2026-10-01', '2027-10-02'],
  ['2026-01-31', '2025-12-01', '2026-12-02'],
  ['2027-03-01', '2027-02-01', '2028-02-02'],
])('on %s the device keeps a year from the first of the month before', (today, from, to) =>
  expect(daysKept(today)).toEqual({ from, to }),
)

describe('what was done here, on top of what the server told', () => {
  it('a new block is there under a name of this device', () => {
    const id = waitingId('one')
    const [block] = withBlock([], aBlock({ id }))
    expect(block && isWaiting(block)).toBe(true)
  })
  it('a new block is not there twice when the server has told of it already', () =>
    expect(withBlock([aBlock()], aBlock({ id: waitingId('one') }))).toEqual([aBlock()]))
  it('a moved one makes other requests impossible than before', () => {
    const request = { id: 'one', reference: 'BR-1', pickupDate: '2026-12-14', dropoffDate: '2026-12-15' }
    const change = { from: '2027-01-01', to: '2027-01-02', kind: 'mot', note: 'Bay 1' } as const
    expect(withChange([aBlock({ requests: [request] })], 'works', change)).toEqual([aBlock(change)])
  })
  it('a cancelled one is gone', () => expect(withoutBlock([aBlock()], 'works')).toEqual([]))
})

describe('on a card', () => {
  const blocks = [
    aBlock({ id: 'later', from: '2026-12-20', to: '2026-12-21' }),
    aBlock({ id: 'next', from: '2026-11-22', to: '2026-11-23' }),
    aBlock({ id: 'today', from: '2026-11-20', to: '2026-11-22' }),
    aBlock({ id: 'other', carId: 'golf', from: '2026-11-21', to: '2026-11-22' }),
  ]
  it('are today’s block and the next one', () => {
    const { now, next } = nowAndNext(blocks, 'fiesta', TODAY)
    expect([now?.id, next?.id]).toEqual(['today', 'next'])
  })
  it('the day on which a vehicle is back is not a day of its block', () =>
    expect(nowAndNext([aBlock({ from: '2026-11-20', to: TODAY })], 'fiesta', TODAY)).toEqual({}))
})

describe('a block that was opened', () => {
  const waiting = aBlock({ id: waitingId('one') })
  const [theirs, named] = [aBlock({ id: 'theirs', from: '2027-02-01', to: '2027-02-02' }), aBlock({ id: 'named' })]
  it('is the same when the server has named it', () => expect(asItStands(waiting, [theirs, named])).toBe(named))
  it('is the same when it was moved elsewhere', () => {
    const moved = { ...theirs, id: 'named' }
    expect(asItStands(named, [moved])).toBe(moved)
  })
  it('is gone when others have cancelled it, also when another has its days now', () =>
    expect(asItStands(named, [aBlock({ id: 'new' })])).toBeUndefined())
})

describe('the status that is shown', () => {
  it.each([
    [{ status: 'available', storedStatus: 'available' }, true, 'maintenance'],
    [{ status: 'booked', storedStatus: 'available' }, false, 'booked'],
    // The block was cancelled here and the server does not know yet.
    [{ status: 'maintenance', storedStatus: 'available' }, false, 'available'],
    [{ status: 'unavailable', storedStatus: 'unavailable' }, true, 'unavailable'],
    [{ status: 'maintenance', storedStatus: 'maintenance' }, false, 'maintenance'],
  ] as const)('of %j with work today %s is %s', (vehicle, isWorkedOn, shown) =>
    expect(statusToday(vehicle, isWorkedOn)).toBe(shown),
  )
})

test('the dialog lists what is not over, by day, also what is further away than the year that is kept', () => {
  const kept = [
    aBlock({ id: 'two' }),
    aBlock({ id: 'one', from: '2026-11-20', to: '2026-11-22' }),
    aBlock({ id: 'over', from: '2026-11-19', to: TODAY }),
    aBlock({ id: 'other', carId: 'golf' }),
  ]
  const ofVehicle = [aBlock({ id: 'cancelled here' }), aBlock({ id: 'far', from: '2028-05-01', to: '2028-05-02' })]
  expect(standing(kept, ofVehicle, 'fiesta', TODAY).map(({ id }) => id)).toEqual(['one', 'two', 'far'])
})

describe('what holds a day of a block that is wanted', () => {
  const wanted = { carId: 'fiesta', from: '2026-12-08', to: '2026-12-10' }
  const taken = (change: object) =>
    inTheWay(wanted, { bookings: [aBooking({ status: 'approved', ...change })], blocks: [] })

  it.each([
    ['2026-12-01', '2026-12-09', 1],
    // `lib/periods.test.ts` has more.
    ['2026-12-01', '2026-12-08', 0],
  ])('a booking from %s to %s: %i', (pickupDate, dropoffDate, count) =>
    expect(taken({ pickupDate, dropoffDate }).bookings).toHaveLength(count),
  )
  it.each(['pending', 'completed', 'rejected'])('not a booking that is %s', (status) =>
    expect(taken({ status }).bookings).toEqual([]),
  )
  it('not a booking of another vehicle', () => expect(taken({ carId: 'golf' }).bookings).toEqual([]))
  it('another block, but a block that is changed does not stand in its own way', () => {
    const blocks = [aBlock({ from: '2026-12-09', to: '2026-12-11' })]
    expect(inTheWay(wanted, { bookings: [], blocks }).blocks).toEqual(blocks)
    expect(inTheWay({ ...wanted, id: 'works' }, { bookings: [], blocks }).blocks).toEqual([])
  })
})

describe('requests that a block makes impossible', () => {
  const told = { id: 'far', reference: 'BR-9', pickupDate: '2026-12-15', dropoffDate: '2026-12-17' }
  const block = aBlock({ requests: [told] })
  const known = aBooking({ pickupDate: '2026-12-13', dropoffDate: '2026-12-15' })

  it('are those that the device knows and those that only the server does, by day', () =>
    expect(hindered(block, [known]).map(({ id, booking }) => [id, booking?.customerName])).toEqual([
      ['one', 'Ada Byron'],
      ['far', undefined],
    ]))
  it('one that was rejected here a moment ago is not among them, whatever the server told', () =>
    expect(hindered(block, [aBooking({ ...known, id: 'far', status: 'rejected' })])).toEqual([]))
  it('not one that ends on its first day', () =>
    expect(hindered(aBlock(), [aBooking({ pickupDate: '2026-12-12', dropoffDate: '2026-12-14' })])).toEqual([]))
})
