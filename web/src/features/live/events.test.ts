import { describe, expect, it } from 'vitest'
import { eventReader } from './events.ts'
import { pauseAfter } from './listen.ts'

const CHANGED = 'event: changed\nid: 7.0.a\ndata: {"lists":["bookings"]}\n\n'

describe('a stream of events', () => {
  it('is understood wherever its pieces end', () => {
    const whole = `retry: 2000\nid: 6.0.a\n\n:\n\n${CHANGED}`
    const expected = [
      { event: '', data: '', id: '6.0.a' },
      { event: 'changed', data: '{"lists":["bookings"]}', id: '7.0.a' },
    ]
    expect(eventReader()(whole)).toEqual(expected)
    const read = eventReader()
    expect(whole.split('').flatMap((letter) => read(letter))).toEqual(expected)
  })

  it('is silent about comments, and about an event that has not ended', () => {
    expect(eventReader()(':\n\n')).toEqual([])
    expect(eventReader()(CHANGED.slice(0, -1))).toEqual([])
  })
})

describe('the pause before listening again', () => {
  it('doubles with each failure, up to half a minute, and never is the same for all', () => {
    expect(pauseAfter(1, 0)).toBe(1_000)
    expect(pauseAfter(1, 1)).toBe(2_000)
    expect(pauseAfter(4, 0)).toBe(8_000)
    expect(pauseAfter(20, 1)).toBe(30_000)
  })
})
