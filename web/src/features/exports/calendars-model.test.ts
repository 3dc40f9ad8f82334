import { describe, expect, it } from 'vitest'
import { nameOfFeed, withoutFeed } from './calendars-model.ts'

const cars = [
  { id: 'car-1', name: 'Ford Fiesta' },
  { id: 'car-2', name: 'VW Golf' },
]
const feed = (carId: string | null) => ({ id: `feed of ${carId}`, carId, url: 'https://x' })

describe('a calendar', () => {
  it('is called after its vehicle, or the whole fleet', () => {
    expect([null, 'car-2', 'gone'].map((carId) => nameOfFeed({ carId }, cars))).toEqual([
      'Whole fleet',
      'VW Golf',
      'Former vehicle',
    ])
  })
  it('is made of what has none', () => {
    expect(withoutFeed([], cars).map(({ name }) => name)).toEqual(['Whole fleet', 'Ford Fiesta', 'VW Golf'])
    expect(withoutFeed([feed(null), feed('car-1')], cars)).toEqual([{ id: 'car-2', name: 'VW Golf' }])
  })
})
