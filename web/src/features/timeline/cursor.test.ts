import { expect, test } from 'vitest'
import { movedBy } from './cursor.ts'

/** November and December 2026, twelve vehicles; the keyboard is at the fifth one, on 10 November. */
const span = { first: '2026-11-01', days: 61 }
const at = { row: 4, day: 9 }
const press = (key: string, from = at, ctrlKey = false) => movedBy({ key, ctrlKey }, from, 12, span)

test.each([
  ['ArrowLeft', { row: 4, day: 8 }],
  ['ArrowRight', { row: 4, day: 10 }],
  ['ArrowUp', { row: 3, day: 9 }],
  ['ArrowDown', { row: 5, day: 9 }],
  ['Home', { row: 4, day: 0 }],
  ['End', { row: 4, day: 29 }],
  ['PageDown', { row: 4, day: 39 }],
  ['PageUp', { row: 4, day: 0 }],
])('%s leads to %j', (key, to) => expect(press(key)).toEqual(to))

test('with Ctrl to the first and the last vehicle', () => {
  expect(press('Home', at, true)).toEqual({ row: 0, day: 9 })
  expect(press('End', at, true)).toEqual({ row: 11, day: 9 })
})

test.each([
  ['ArrowLeft', { row: 0, day: 0 }],
  ['ArrowUp', { row: 0, day: 0 }],
  ['ArrowRight', { row: 11, day: 60 }],
  ['ArrowDown', { row: 11, day: 60 }],
  ['PageDown', { row: 11, day: 60 }],
])('%s goes no further than the edge', (key, edge) => expect(press(key, edge)).toEqual(edge))

test('other keys are left alone', () => expect(press('x')).toBeUndefined())
