import { describe, expect, it } from 'vitest'
import { gathered } from './gather.ts'

describe('questions that are put while one is under way', () => {
  it('are asked together by the next, never answered by the one that was sent before them', async () => {
    const asked: string[][] = []
    const holds: PromiseWithResolvers<void>[] = []
    const ask = gathered(async (keys) => {
      const hold = Promise.withResolvers<void>()
      const turn = asked.push([...keys])
      holds.push(hold)
      await hold.promise
      return new Map(keys.map((key) => [key, `${key} in turn ${turn}`]))
    })
    const first = ask('a')
    await expect.poll(() => asked).toEqual([['a']])
    const later = Promise.all([ask('a'), ask('b'), ask('b')])
    holds[0]?.resolve()
    expect(await first).toBe('a in turn 1')
    await expect.poll(() => asked).toEqual([['a'], ['a', 'b']])
    holds[1]?.resolve()
    expect(await later).toEqual(['a in turn 2', 'b in turn 2', 'b in turn 2'])
  })

  it('are still asked when the one before them failed', async () => {
    let turn = 0
    const ask = gathered(async (keys) => {
      turn += 1
      if (turn === 1) throw new Error('the database is away')
      return new Map(keys.map((key) => [key, turn]))
    })
    const first = ask('a')
    await expect(first).rejects.toThrow('away')
    expect(await ask('a')).toBe(2)
    expect(await ask('nobody')).toBe(3)
  })
})
