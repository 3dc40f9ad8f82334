import { expect, test } from 'vitest'
import { OPEN_FORM, WALK_IN } from './typed-here.ts'
import { typedInWords } from './typed-words.ts'

test('each place is named as staff know it', () => {
  expect(typedInWords(['notes'])).toBe('What you have typed into Admin Notes is not saved. Logging out drops it.')
  expect(typedInWords(['vehicle', 'settings', WALK_IN])).toBe(
    'What you have typed into the form of a vehicle, Business settings and Manual Booking is not saved. Logging out drops it.',
  )
  expect(typedInWords(['colleague'])).toContain('“Add somebody”')
  expect(typedInWords([OPEN_FORM])).toContain('the form that is open')
})

test('of nothing nothing is said', () => expect(typedInWords([])).toBe(''))
