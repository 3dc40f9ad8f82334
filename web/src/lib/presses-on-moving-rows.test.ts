import { expect, test } from 'vitest'
import { pressesOnMovingRows } from './presses-on-moving-rows.ts'

const listInHand = () => {
  let time = 10_000
  const { moved, going, counts } = pressesOnMovingRows(() => time)
  return {
    moved,
    going,
    counts: (x: number, y: number, row?: string) => counts({ x, y, row }),
    after: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

test.each([150, 350, 690])(
  'a row has gone: a press at its place %i ms later was meant for it and does not count',
  (pause) => {
    const { counts, moved, after } = listInHand()
    expect(counts(300, 500)).toBe(true)
    moved()
    after(pause)
    expect(counts(304, 497)).toBe(false)
  },
)

test('a press that does not count keeps nothing waiting: the moment is over when it would have been without it', () => {
  const { counts, moved, after } = listInHand()
  counts(300, 500)
  moved()
  after(400)
  expect(counts(300, 500)).toBe(false)
  after(300)
  expect(counts(300, 500)).toBe(true)
})

test('whoever presses elsewhere means what is there, however soon', () => {
  const { counts, moved, after } = listInHand()
  counts(300, 500)
  moved()
  after(50)
  expect(counts(300, 560)).toBe(true)
})

test('where no row has moved, twenty presses at one place count one after another', () => {
  const { counts, after } = listInHand()
  for (let press = 0; press < 20; press += 1) {
    expect(counts(300, 500)).toBe(true)
    after(120)
  }
})

test('rows have moved and the same one is there still: a press at its place means it', () => {
  const { counts, moved, after } = listInHand()
  counts(300, 500, 'golf')
  moved()
  after(300)
  expect(counts(300, 500, 'golf')).toBe(true)
  moved()
  after(300)
  expect(counts(300, 500, 'berlingo')).toBe(false)
})

test('of a row that is about to go the second of two presses does not count', () => {
  const { counts, going, after } = listInHand()
  counts(300, 500, 'golf')
  going()
  after(150)
  expect(counts(300, 500, 'golf')).toBe(false)
})
