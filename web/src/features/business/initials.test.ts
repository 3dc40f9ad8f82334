import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['Harbour Hire', 'HH'],
  ['northern wheels of Leeds', 'NW'],
  ['Škoda & Söhne', 'ŠS'],
  ['24 (hours)', '2H'],
  ['🚗', ''],
])('a business without a logo is shown by its initials: %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
