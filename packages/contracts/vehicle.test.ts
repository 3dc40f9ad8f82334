import { describe, expect, test } from 'vitest'
import { safeParse } from 'zod/mini'
import { VehicleInput, warningsOf } from './vehicle.ts'

const golf = {
  name: 'VW Golf',
  category: 'compact',
  capacity: 5,
  transmission: 'manual',
  fuelType: 'petrol',
  dailyRate: '45.00',
} as const

const plateOf = (licensePlate: string) => safeParse(VehicleInput, { ...golf, licensePlate }).data?.licensePlate

describe('a number plate', () => {
  test.each([
    ['ab12 cde', 'AB12 CDE'],
    ['  ab12   cde ', 'AB12 CDE'],
    ['ab12\u00a0cde', 'AB12 CDE'],
    ['hh-ab 123', 'HH-AB 123'],
    ['', null],
    ['   ', null],
  ])('%j is kept as %j: upper case, single space', (typed, kept) => expect(plateOf(typed)).toBe(kept))

  test.each(['AB12 CDE', 'AB12CDE', 'A123 BCD', 'A1 BCD', 'ABC 123D', 'ABC 1D', 'AAZ 1234', '1 A', '1234 AB', 'A 1'])(
    '%s looks like one of the UK',
    (licensePlate) => expect(warningsOf({ licensePlate })).toEqual([]),
  )

  test.each(['HH-AB 123', 'AB123 CDE', '12 345', 'ROBIN', 'AB12 CD', 'ЖЖ12 ЖЖЖ'])(
    '%s is warned about, never refused',
    (licensePlate) => {
      expect(plateOf(licensePlate)).toBe(licensePlate)
      expect(warningsOf({ licensePlate })).toEqual([
        {
          path: 'licensePlate',
          message: `${licensePlate} does not look like a UK number plate, such as AB12 CDE.`,
        },
      ])
    },
  )

  test('that is not there is nothing to warn about', () => expect(warningsOf({ licensePlate: null })).toEqual([]))

  test('has at most 15 characters, counted as they are kept', () => {
    expect(plateOf(`ABCDEFG${' '.repeat(20)}HIJKLMN`)).toBe('ABCDEFG HIJKLMN')
    expect(plateOf('ABCDEFGH IJKLMNO')).toBeUndefined()
  })
})
