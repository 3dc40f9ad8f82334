import { describe, expect, it } from 'vitest'
import { randomBytes } from './random.ts'

describe('random bytes', () => {
  it('are as many as were asked for, and never the same twice', () => {
    const sizes = Array.from({ length: 3_000 }, (_, index) => 10 + (index % 40))
    const given = sizes.map(randomBytes)
    expect(given.map(({ length }) => length)).toEqual(sizes)
    const seen = new Set<string>()
    for (const bytes of given) {
      for (let at = 0; at + 10 <= bytes.length; at += 10) seen.add(bytes.toString('hex', at, at + 10))
    }
    expect(seen.size).toBe(sizes.reduce((sum, size) => sum + Math.floor(size / 10), 0))
  })

  it('belong to the caller: what it does with them changes nothing of what others get', () => {
    const mine = randomBytes(16)
    const before = Buffer.from(mine)
    Array.from({ length: 1_000 }, () => randomBytes(32).fill(0xff))
    expect(mine).toEqual(before)
    expect(randomBytes(16).equals(Buffer.alloc(16, 0xff))).toBe(false)
  })

  it('are spread evenly over all values', () => {
    const counts = new Uint32Array(256)
    for (let count = 0; count < 8_192; count += 1)
      for (const byte of randomBytes(32)) counts[byte] = (counts[byte] ?? 0) + 1
    // Each value comes 1,024 times, give or take 32: eight times that is never seen.
    expect(Math.min(...counts)).toBeGreaterThan(768)
    expect(Math.max(...counts)).toBeLessThan(1_280)
  })

  it.each([5_000, 0, -8, 1.5, Number.NaN])(
    'are refused in an amount of %d, and others get theirs as before',
    (size) => {
      expect(() => randomBytes(size)).toThrow(RangeError)
      const [one, other] = [randomBytes(32), randomBytes(32)]
      expect([one.length, other.length, one.equals(other), one.equals(Buffer.alloc(32))]).toEqual([
        32,
        32,
        false,
        false,
      ])
    },
  )
})
