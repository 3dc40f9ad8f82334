import { describe, expect, it, test } from 'vitest'
import { Pence } from '../money.ts'
import { given } from '../testing/given.ts'
import { dailyRate, day, harbour, northern, today, vehicleId } from '../testing/rental.ts'
import { vehicleDecider } from './decider.ts'
import { type VehicleDetails, type VehicleEvent, VehicleStatus } from './events.ts'

const details: VehicleDetails = {
  name: 'Blue Fiesta',
  description: null,
  category: 'compact',
  capacity: 4,
  transmission: 'automatic',
  fuelType: 'petrol',
  dailyRate,
  licensePlate: 'AB12 CDE',
  year: 2026,
  imagePath: null,
}
const withPicture = (imagePath: string) => ({ ...details, imagePath })
const add = { type: 'addToFleet', vehicleId, businessId: harbour, details, isOwnImage: true, today } as const
const added = {
  type: 'VehicleAddedToFleet',
  data: { vehicleId, businessId: harbour, status: 'available', details },
} as const
const renamed = { ...details, name: 'Red Fiesta' }
const change = { type: 'changeVehicle', businessId: harbour, details: renamed, isOwnImage: true, today } as const
const changed = { type: 'VehicleDetailsChanged', data: { vehicleId, businessId: harbour, details: renamed } } as const
const moved = (from: VehicleStatus, to: VehicleStatus) =>
  ({ type: 'VehicleStatusChanged', data: { vehicleId, businessId: harbour, from, to } }) as const
const remove = { type: 'remove', businessId: harbour, reason: 'sold' } as const
const removed = { type: 'VehicleRemovedFromFleet', data: { vehicleId, businessId: harbour, reason: 'sold' } } as const

const folded = (...facts: readonly VehicleEvent[]) => facts.reduce(vehicleDecider.evolve, vehicleDecider.initial())

describe('adding a vehicle', () => {
  test('makes it available unless set', () => {
    given(vehicleDecider).when(add).thenEmits(added)
    given(vehicleDecider)
      .when({ ...add, status: 'maintenance' })
      .thenEmits({ ...added, data: { ...added.data, status: 'maintenance' } })
  })
  test('happens once', () => given(vehicleDecider, added).when(add).thenRefused({ code: 'already-added' }))
  it.each([2, 8])('takes %i seats', (capacity) =>
    given(vehicleDecider)
      .when({ ...add, details: { ...details, capacity } })
      .thenTypes('VehicleAddedToFleet'),
  )
  it.each([1, 9])('does not take %i seats', (capacity) =>
    given(vehicleDecider)
      .when({ ...add, details: { ...details, capacity } })
      .thenRefused({ code: 'seats-out-of-range', fewest: 2, most: 8 }),
  )
  it.each([null, 1990, 2027])('takes the year %s: from 1990 to next year', (year) =>
    given(vehicleDecider)
      .when({ ...add, details: { ...details, year } })
      .thenTypes('VehicleAddedToFleet'),
  )
  it.each([1989, 2028])('does not take the year %i', (year) =>
    given(vehicleDecider)
      .when({ ...add, details: { ...details, year } })
      .thenRefused({ code: 'year-out-of-range', earliest: 1990, latest: 2027 }),
  )
})

describe('changing a vehicle', () => {
  test('saves its details, its status, or both', () => {
    given(vehicleDecider, added).when(change).thenEmits(changed)
    given(vehicleDecider, added)
      .when({ ...change, details, status: 'booked' })
      .thenEmits(moved('available', 'booked'))
    given(vehicleDecider, added)
      .when({ ...change, status: 'booked' })
      .thenEmits(changed, moved('available', 'booked'))
    expect(folded(added, changed, moved('available', 'booked'))).toEqual({
      vehicleId,
      businessId: harbour,
      details: renamed,
      status: 'booked',
      dueDates: { mot: null, service: null, insurance: null, tax: null },
      removed: false,
    })
  })
  test('into what it is writes nothing', () =>
    given(vehicleDecider, added)
      .when({ ...change, details, status: 'available' })
      .thenNothing())
  test('keeps the bounds of seats and year, and then saves no status either', () => {
    given(vehicleDecider, added)
      .when({ ...change, details: { ...details, capacity: 9 }, status: 'booked' })
      .thenRefused({ code: 'seats-out-of-range', fewest: 2, most: 8 })
    given(vehicleDecider, added)
      .when({ ...change, details: { ...details, year: 1989 } })
      .thenRefused({ code: 'year-out-of-range', earliest: 1990, latest: 2027 })
  })
})

describe('two people who edit one vehicle', () => {
  const repriced = { ...details, dailyRate: Pence.parse(9900) }
  const theirs = { type: 'VehicleDetailsChanged', data: { vehicleId, businessId: harbour, details: repriced } } as const
  const seen = { details, status: 'available' } as const
  test('both save what they have changed: the second overwrites nothing of the first', () =>
    given(vehicleDecider, added, theirs)
      .when({ ...change, seen })
      .thenEmits({ ...changed, data: { ...changed.data, details: { ...repriced, name: 'Red Fiesta' } } }))
  test('the second is refused where the first has changed the same, and nothing of theirs is saved', () =>
    given(vehicleDecider, added, theirs, moved('available', 'maintenance'))
      .when({ ...change, details: { ...renamed, dailyRate: Pence.parse(100) }, status: 'unavailable', seen })
      .thenRefused({ code: 'vehicle-changed', parts: ['dailyRate', 'status'] }))
  test('agree when they have changed the same into the same', () =>
    given(vehicleDecider, added, theirs)
      .when({ ...change, details: repriced, seen })
      .thenNothing())
  test('a status that was left alone stays what others have made it', () =>
    given(vehicleDecider, added, moved('available', 'maintenance'))
      .when({ ...change, status: 'available', seen })
      .thenEmits(changed))
  test('a status that was changed is saved', () =>
    given(vehicleDecider, added)
      .when({ ...change, details, status: 'booked', seen })
      .thenEmits(moved('available', 'booked')))
  test.each(
    Object.entries({
      name: 'Another',
      description: 'Another',
      category: 'suv',
      capacity: 5,
      transmission: 'manual',
      fuelType: 'diesel',
      dailyRate: Pence.parse(4),
      licensePlate: 'XY99 ZZZ',
      year: 2020,
      imagePath: '/objects/vehicles/ours',
    } satisfies VehicleDetails),
  )('the %s is a part by itself', (part, value) => {
    const mine = { ...details, [part]: value }
    given(vehicleDecider, added)
      .when({ ...change, details: mine, seen })
      .thenEmits({ ...changed, data: { ...changed.data, details: mine } })
    given(vehicleDecider, added, { ...changed, data: { ...changed.data, details: mine } })
      .when({ ...change, details, seen })
      .thenNothing()
  })
  test('who does not say what they saw saves the whole vehicle', () =>
    given(vehicleDecider, added, theirs).when(change).thenEmits(changed))
})

describe('the picture of a vehicle', () => {
  const foreign = { isOwnImage: false, details: withPicture('/objects/vehicles/theirs') }
  test('is one that this business has uploaded', () => {
    given(vehicleDecider)
      .when({ ...add, details: withPicture('/objects/vehicles/ours') })
      .thenTypes('VehicleAddedToFleet')
    given(vehicleDecider)
      .when({ ...add, ...foreign })
      .thenRefused({ code: 'image-unknown' })
    given(vehicleDecider, added)
      .when({ ...change, ...foreign, status: 'booked' })
      .thenRefused({ code: 'image-unknown' })
  })
  test('that it has stays, wherever it came from', () => {
    const old = { ...added, data: { ...added.data, details: foreign.details } }
    given(vehicleDecider, old)
      .when({ ...change, ...foreign })
      .thenNothing()
    given(vehicleDecider, old)
      .when({ ...change, isOwnImage: false, details })
      .thenTypes('VehicleDetailsChanged')
  })
  test('of another business’s vehicle is not even looked at', () =>
    given(vehicleDecider, added)
      .when({ ...change, ...foreign, businessId: northern })
      .thenRefused({ code: 'not-found' }))
})

describe('the status of a vehicle', () => {
  const pairs = VehicleStatus.options.flatMap((from) => VehicleStatus.options.map((to) => [from, to] as const))
  it.each(pairs)('goes from %s to %s', (from, to) => {
    const asked = given(vehicleDecider, { ...added, data: { ...added.data, status: from } }).when({
      type: 'changeStatus',
      businessId: harbour,
      status: to,
    })
    if (from === to) asked.thenNothing()
    else asked.thenEmits(moved(from, to))
  })
  const toUnavailable = { type: 'changeStatus', businessId: harbour, status: 'unavailable' } as const
  test('that others have changed since it was seen stays, unless they have made the same of it', () => {
    const refusal = { code: 'vehicle-changed', of: 'status', present: 'maintenance', wanted: 'unavailable' } as const
    given(vehicleDecider, added, moved('available', 'maintenance'))
      .when({ ...toUnavailable, from: 'available' })
      .thenRefused(refusal)
    given(vehicleDecider, added, moved('available', 'maintenance'))
      .when({ ...toUnavailable, from: 'unavailable' })
      .thenRefused(refusal)
    given(vehicleDecider, added, moved('available', 'unavailable'))
      .when({ ...toUnavailable, from: 'available' })
      .thenNothing()
    given(vehicleDecider, added)
      .when({ ...toUnavailable, from: 'available' })
      .thenEmits(moved('available', 'unavailable'))
  })
  test('of whoever does not say which one they saw is overwritten', () =>
    given(vehicleDecider, added, moved('available', 'maintenance'))
      .when(toUnavailable)
      .thenEmits(moved('maintenance', 'unavailable')))
})

describe('removing a vehicle', () => {
  test('takes it out of the fleet, once', () => {
    given(vehicleDecider, added).when(remove).thenEmits(removed)
    given(vehicleDecider, added, removed).when(remove).thenNothing()
  })
  test('leaves its name to past bookings', () =>
    expect(folded(added, removed)).toMatchObject({ removed: true, details: { name: 'Blue Fiesta' } }))
})

describe('not found is a vehicle', () => {
  const commands = [change, { type: 'changeStatus', businessId: harbour, status: 'booked' }, remove] as const
  it.each(commands)('that was never added: $type', (command) =>
    given(vehicleDecider).when(command).thenRefused({ code: 'not-found' }),
  )
  it.each(commands)('of another business: $type', (command) =>
    given(vehicleDecider, added)
      .when({ ...command, businessId: northern })
      .thenRefused({ code: 'not-found' }),
  )
  it.each(commands.slice(0, 2))('that was removed: $type', (command) =>
    given(vehicleDecider, added, removed).when(command).thenRefused({ code: 'not-found' }),
  )
  it.each([changed, moved('available', 'booked'), removed])('of which only $type is known', (fact) =>
    expect(folded(fact)).toBeUndefined(),
  )
})

describe('due dates', () => {
  const dueDates = { mot: day('2027-03-31'), service: null, insurance: day('2026-09-01'), tax: null }
  const note = { type: 'changeDueDates', businessId: harbour, dueDates, today } as const
  const noted = { type: 'VehicleDueDatesChanged', data: { vehicleId, businessId: harbour, dueDates } } as const
  test('are noted down, past ones too; as they are they write nothing', () => {
    given(vehicleDecider, added).when(note).thenEmits(noted)
    given(vehicleDecider, added, noted).when(note).thenNothing()
    expect(folded(added, noted, changed)).toMatchObject({ dueDates, details: renamed })
  })
  it.each([day('2016-10-20'), day('2036-10-20')])('may be %s', (tax) =>
    given(vehicleDecider, added)
      .when({ ...note, dueDates: { ...dueDates, tax } })
      .thenTypes('VehicleDueDatesChanged'),
  )
  it.each([day('2016-10-19'), day('2036-10-21')])('may not be %s: ten years away is mistyped', (tax) =>
    given(vehicleDecider, added)
      .when({ ...note, dueDates: { ...dueDates, tax } })
      .thenRefused({
        code: 'due-date-out-of-range',
        which: 'tax',
        earliest: day('2016-10-20'),
        latest: day('2036-10-20'),
      }),
  )
  test('that others have changed since they were seen are left, or refused where both have changed one', () => {
    const seen = { ...dueDates, insurance: null }
    const mot = day('2028-03-31')
    given(vehicleDecider, added, noted)
      .when({ ...note, dueDates: { ...seen, mot }, seen })
      .thenEmits({ ...noted, data: { ...noted.data, dueDates: { ...dueDates, mot } } })
    const wanted = { ...seen, insurance: mot }
    given(vehicleDecider, added, noted)
      .when({ ...note, dueDates: wanted, seen })
      .thenRefused({ code: 'due-dates-changed', parts: ['insurance'], present: dueDates, wanted })
  })
  test('of another business’s vehicle, or one that has left the fleet, are not found', () => {
    given(vehicleDecider, added)
      .when({ ...note, businessId: northern })
      .thenRefused({ code: 'not-found' })
    given(vehicleDecider, added, removed).when(note).thenRefused({ code: 'not-found' })
  })
})
