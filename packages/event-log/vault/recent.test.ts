import { describe, expect, it } from 'vitest'
import { createRecent } from './recent.ts'

describe('what was used last is remembered', () => {
  it('up to a number: the one not used for longest goes first', () => {
    const recent = createRecent<number>(2, 1_000)
    recent.set('a', 1)
    recent.set('b', 2)
    recent.get('a')
    recent.set('c', 3)
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3])
  })

  it('for a time, however often it is used', () => {
    let now = 0
    const recent = createRecent<number>(2, 100, () => now)
    recent.set('a', 1)
    now = 99
    expect(recent.get('a')).toBe(1)
    now = 100
    expect(recent.get('a')).toBeUndefined()
  })

  it('until it is deleted', () => {
    const recent = createRecent<number>(2, 100)
    recent.set('a', 1)
    recent.delete('a')
    expect(recent.get('a')).toBeUndefined()
  })
})
