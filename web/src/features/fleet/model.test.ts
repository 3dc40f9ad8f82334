import type { AdminVehicle, VehicleSaved } from '@forecourt/contracts/vehicle.ts'
import { describe, expect, it } from 'vitest'
import { draftOf, newVehicle, onTopOf, readDraft, toggled, withAdded, withVehicle } from './model.ts'
import { fiesta as available } from './testing/fiesta.ts'

const YEAR = 2026
const fiesta: AdminVehicle = { ...available, status: 'booked' }

describe('the availability toggle (specification section 4)', () => {
  it.each([
    ['unavailable', 'available'],
    ['available', 'unavailable'],
    ['booked', 'unavailable'],
    ['maintenance', 'unavailable'],
  ] as const)('%s becomes %s', (from, to) => expect(toggled(from)).toBe(to))
})

describe('the vehicle form (specification section 5)', () => {
  it('begins as a compact with 4 seats, automatic, petrol, rate 0, of this year, available', () => {
    const read = readDraft({ ...newVehicle(YEAR), name: 'Ford Fiesta' }, YEAR)
    expect(read).toEqual({
      vehicle: {
        name: 'Ford Fiesta',
        description: null,
        category: 'compact',
        capacity: 4,
        transmission: 'automatic',
        fuelType: 'petrol',
        dailyRate: '0',
        licensePlate: null,
        year: YEAR,
        status: 'available',
        imageUrl: null,
      },
    })
  })

  it('opens with the stored status, not with the one that is derived for today', () => {
    expect(draftOf(fiesta).status).toBe('available')
  })

  it.each([
    ['name', ''],
    ['capacity', '1'],
    ['capacity', '9'],
    ['capacity', '4.5'],
    ['capacity', ''],
    ['dailyRate', '-1'],
    ['dailyRate', '45.005'],
    ['dailyRate', ''],
    ['year', '1989'],
    ['year', '2028'],
    ['year', 'new'],
  ] as const)('refuses %s "%s" beside its field', (field, text) => {
    const read = readDraft({ ...draftOf(fiesta), [field]: text }, YEAR)
    expect(Object.keys('wrong' in read ? read.wrong : {})).toEqual([field])
  })

  it('says all that is wrong at once', () => {
    const read = readDraft({ ...draftOf(fiesta), name: '', dailyRate: 'abc', year: '2028' }, YEAR)
    expect(read).toEqual({
      wrong: {
        name: 'Name is required',
        dailyRate: 'Daily rate must be an amount like 45.00, not below 0',
        year: 'The year must be from 1990 to next year',
      },
    })
  })

  it.each(['1989', '2028', '2024.5', 'new'])('answers the year %s with the one sentence of the API', (year) => {
    const read = readDraft({ ...draftOf(fiesta), year }, YEAR)
    expect(read).toEqual({ wrong: { year: 'The year must be from 1990 to next year' } })
  })

  it.each(['100000000', '999999999.99'])('says of a rate of %s that it is too large', (dailyRate) => {
    const read = readDraft({ ...draftOf(fiesta), dailyRate }, YEAR)
    expect(read).toEqual({ wrong: { dailyRate: 'Daily rate must be at most 99999999.99' } })
  })

  it.each([
    ['dailyRate', '99999999.99'],
    ['year', '2027'],
    ['year', ''],
    ['dailyRate', '45.5'],
    ['licensePlate', ''],
  ] as const)('accepts %s "%s"', (field, text) => {
    expect(readDraft({ ...draftOf(fiesta), [field]: text }, YEAR)).toHaveProperty('vehicle')
  })

  it('shows an edited vehicle at once', () => {
    const read = readDraft({ ...draftOf(fiesta), name: 'Ford Fiesta ST', status: 'maintenance' }, YEAR)
    if (!('vehicle' in read)) throw new Error('the draft is right')
    expect(withVehicle([fiesta], 'fiesta', read.vehicle)[0]).toMatchObject({
      name: 'Ford Fiesta ST',
      status: 'maintenance',
      storedStatus: 'maintenance',
      licensePlate: 'AB12 CDE',
    })
  })
})

describe('what was typed over a vehicle that others have changed meanwhile', () => {
  const from = newVehicle(2026)
  const typed = { ...from, name: 'Red Golf', dailyRate: '60.00' }
  it('stands on top of what is saved by now', () => {
    const saved = { ...from, year: '2021' }
    expect(onTopOf(saved, { typed, from })).toEqual({
      draft: { ...saved, name: 'Red Golf', dailyRate: '60.00' },
      overtaken: [],
      begunOn: saved,
      isChanged: true,
    })
  })
  it('says which fields they have changed too, until one of both is saved', () => {
    const saved = { ...from, name: 'Blue Golf', year: '2021' }
    expect(onTopOf(saved, { typed, from })).toMatchObject({
      draft: { name: 'Red Golf', year: '2021' },
      overtaken: ['name'],
      begunOn: { name: from.name, year: '2021' },
    })
  })
  it('is no change any more when they have saved the same', () =>
    expect(onTopOf(typed, { typed, from })).toMatchObject({ overtaken: [], isChanged: false }))
})

describe('a vehicle that was just added', () => {
  const { storedStatus: _, dueDates: _due, createdAt: _created, updatedAt: _updated, ...plain } = available
  const at = '2026-12-01T09:00:00.000Z'
  const saved: VehicleSaved = { ...plain, id: 'new', name: 'Dacia Spring', status: 'unavailable', warnings: [] }
  const skoda = { ...fiesta, id: 'skoda', name: 'Skoda Fabia' }
  const audi = { ...fiesta, id: 'audi', name: 'Audi A1' }

  it('is in the fleet by its name, as it was saved', () => {
    const list = withAdded([audi, fiesta, skoda], saved, at)
    expect(list.map(({ name }) => name)).toEqual(['Audi A1', 'Dacia Spring', 'Ford Fiesta', 'Skoda Fabia'])
    expect(list[1]).toMatchObject({ status: 'unavailable', storedStatus: 'unavailable', createdAt: at })
  })

  it('is there once, also when the server has told of it already', () => {
    const list = withAdded([fiesta], saved, at)
    expect(withAdded(list, saved, at)).toEqual(list)
  })
})
