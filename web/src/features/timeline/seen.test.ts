import { describe, expect, it, test } from 'vitest'
import { DAY, heightOf, offsetsOf, rowAt, scrolledTo, seenIn } from './seen.ts'

const many = offsetsOf(Array.from({ length: 200 }, (_, place) => (place % 2) + 1))

test('rows are as high as their lines', () =>
  expect(offsetsOf([1, 3])).toEqual([0, heightOf(1), heightOf(1) + heightOf(3)]))

test.each([0, 1, 17, 199])('row %i is found at its first and at its last pixel', (row) => {
  expect(rowAt(many, many[row] ?? 0)).toBe(row)
  expect(rowAt(many, (many[row + 1] ?? 0) - 1)).toBe(row)
})

describe('of 200 vehicles and a year', () => {
  const view = { left: 100 * DAY, top: 3000, width: 800, height: 500 }
  const seen = seenIn(view, many, 366)

  it('what is on the screen is made, and a little more', () => {
    expect(many[seen.firstRow]).toBeLessThan(view.top)
    expect(many[seen.lastRow]).toBeGreaterThan(view.top + view.height)
    expect(seen.firstDay).toBeLessThan(100)
    expect(seen.lastDay * DAY).toBeGreaterThan(view.left + view.width)
  })
  it('rows are as high as the days in sight ask for, and those of a week round them', () => {
    expect(seen.sight.from).toBeGreaterThan(100 - 7)
    expect(seen.sight.from).toBeLessThanOrEqual(100)
    expect(seen.sight.to).toBeGreaterThanOrEqual(100 + 800 / DAY)
    expect(seen.sight.to).toBeLessThan(100 + 800 / DAY + 8)
  })
  it('and no more', () => {
    expect(seen.lastRow - seen.firstRow).toBeLessThan(30)
    expect(seen.lastDay - seen.firstDay).toBeLessThan(64)
  })
  it('a small step of scrolling makes nothing anew', () =>
    expect(seenIn({ ...view, left: view.left + 2 * DAY }, many, 366)).toEqual(seen))
  it('at the edges it is all there is', () => {
    expect(seenIn({ ...view, left: 0, top: 0 }, many, 366)).toMatchObject({ firstRow: 0, firstDay: 0 })
    expect(seenIn({ ...view, left: 360 * DAY, top: 1e9 }, many, 366)).toMatchObject({ lastRow: 200, lastDay: 366 })
  })
})

test('scrolling goes no further than it has to', () => {
  expect(scrolledTo(10, 20, 0, 100)).toBe(0)
  expect(scrolledTo(10, 20, 15, 100)).toBe(10)
  expect(scrolledTo(150, 160, 0, 100)).toBe(60)
})
