import { MOST_POINTS, MOST_STROKES, Strokes } from '@forecourt/contracts/contract.ts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { drawOn, fitting, isSignature, pathOf, pointOn, type Stroke } from './strokes.ts'

const field = { left: 20, top: 100, width: 350, height: 140 }

describe('where somebody touches', () => {
  it.each([
    [20, 100, [0, 0]],
    [195, 170, [500, 200]],
    [370, 240, [1000, 400]],
  ])('%i, %i is a point of the field, whatever its size on the screen', (clientX, clientY, point) =>
    expect(pointOn(field, { clientX, clientY })).toEqual(point),
  )
  it('beside the field is its edge: a pen that slips over it does not lose the line', () =>
    expect(pointOn(field, { clientX: 900, clientY: -5 })).toEqual([1000, 0]))
})

describe('a line', () => {
  it('takes no point that cannot be told from the last one', () => {
    const stroke: Stroke = []
    const taken = (
      [
        [10, 10],
        [11, 11],
        [40, 10],
      ] as const
    ).map(([x, y]) => drawOn(stroke, [x, y]))
    expect([taken, stroke]).toEqual([
      [true, false, true],
      [
        [10, 10],
        [40, 10],
      ],
    ])
  })
  it('is drawn round, from its first point to its last', () =>
    expect(
      pathOf([
        [0, 0],
        [10, 20],
        [30, 20],
      ]),
    ).toBe('M0 0Q10 20 20 20L30 20'))
  it('of one point is a dot', () => expect(pathOf([[5, 6]])).toBe('M5 6h.1'))
  it('of none is nothing', () => expect(pathOf([])).toBe(''))
})

const long = (points: number): Stroke => Array.from({ length: points }, (_, n) => [n % 1001, n % 401])

describe('a signature', () => {
  it('is more than a touch by mistake', () => {
    expect(isSignature([])).toBe(false)
    expect(
      isSignature([
        [
          [5, 5],
          [30, 20],
        ],
      ]),
    ).toBe(false)
    expect(
      isSignature([
        [
          [5, 5],
          [400, 20],
        ],
      ]),
    ).toBe(true)
  })
  it('as it is sent is always one that the server takes, with the ends of its lines', () => {
    for (const strokes of [[long(MOST_POINTS * 3)], Array.from({ length: MOST_STROKES + 30 }, () => long(45))]) {
      const sent = fitting(strokes)
      expect(z.safeParse(Strokes, sent).success).toBe(true)
      expect(sent[0]?.at(-1)).toEqual(strokes[0]?.at(-1))
    }
  })
  it('of an ordinary length is sent as it was drawn', () => expect(fitting([long(300)])).toEqual([long(300)]))
})
