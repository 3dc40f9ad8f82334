import { expect, test } from 'vitest'
import { choiceInWords, dayInWords, monthInWords } from './words.ts'

const span = { first: '2026-12-01', days: 31 }
const ada = {
  id: 'a',
  kind: 'booked',
  lane: 0,
  from: 7,
  to: 9,
  name: 'Ada Byron',
  dates: 'Tue 8 → Thu 10 Dec',
  isCut: false,
  beside: 4,
} as const

const row = { stretches: [ada], unplaced: [], turnround: [{ from: 9, to: 10 }] }

test('a day says whose it is, that it is kept free, or that it is free', () => {
  expect(dayInWords(span, 7, row)).toBe('Tue 8 Dec 2026, Booked: Ada Byron, Tue 8 → Thu 10 Dec')
  expect(dayInWords(span, 9, row)).toBe('Thu 10 Dec 2026, kept free after a hire')
  expect(dayInWords(span, 10, row)).toBe('Fri 11 Dec 2026, free')
})

test('chosen days are told by their first and their last one', () => {
  expect(choiceInWords(span, 7, 8)).toBe('8 December 2026')
  expect(choiceInWords(span, 7, 9)).toBe('8 December 2026 to 9 December 2026')
})

test('months are named', () => expect(monthInWords('2026-12')).toBe('December 2026'))
