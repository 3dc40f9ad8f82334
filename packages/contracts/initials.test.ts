import { describe, expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

describe('a business without a logo', () => {
  it.each([
    ['Harbour Hire', 'HH'],
    ['northern wheels of Leeds', 'NW'],
    ['The Garage of York Ltd', 'GY'],
    ['Émile’s 4x4 hire', 'E4'],
    ['Škoda & Söhne', 'SS'],
    ['24 (hours)', '2H'],
    ['& Co', 'C'],
    ['Прокат', 'П'],
    ['🚗', ''],
    ['', ''],
  ])('called %j is shown by %j', (name, letters) => expect(initialsOf(name)).toBe(letters))

  it('is shown by letters that can be drawn', () =>
    expect(initialsOf('Прокат Auto Nord', (letter) => letter < 'a')).toBe('AN'))
})
