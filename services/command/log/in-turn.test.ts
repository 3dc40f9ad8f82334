import { Unavailable } from '@forecourt/event-log/port.ts'
import { describe, expect, it } from 'vitest'
import { createInTurn } from './in-turn.ts'

describe('tasks in turn', () => {
  it('of one name run one after another, in order, also after one has failed', async () => {
    const inTurn = createInTurn()
    const gates = [1, 2, 3].map(() => Promise.withResolvers<void>())
    const log: string[] = []
    const results = gates.map((gate, i) =>
      inTurn('one', async () => {
        log.push(`begin ${i}`)
        await gate.promise
        log.push(`end ${i}`)
        if (i === 0) throw new Error('first')
        return i
      }),
    )
    const settled = Promise.allSettled(results)
    gates[2]?.resolve()
    gates[1]?.resolve()
    gates[0]?.resolve()
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(log).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1', 'begin 2', 'end 2'])
  })

  it('of different names do not wait for each other', async () => {
    const inTurn = createInTurn()
    const gate = Promise.withResolvers<void>()
    const held = inTurn('held', () => gate.promise)
    expect(await inTurn('free', async () => 'done')).toBe('done')
    gate.resolve()
    await held
  })

  it('whose turn comes too late are refused untried, all of them at once', async () => {
    const inTurn = createInTurn({ patience: 20 })
    const gate = Promise.withResolvers<void>()
    const held = inTurn('one', () => gate.promise)
    let tried = 0
    const late = Promise.allSettled(Array.from({ length: 5 }, () => inTurn('one', async () => (tried += 1))))
    const handedIn = performance.now()
    await expect.poll(() => performance.now() - handedIn).toBeGreaterThan(25)
    gate.resolve()
    await held
    for (const result of await late) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
    }
    expect(tried).toBe(0)
    expect(await inTurn('one', async () => 'in time')).toBe('in time')
  })

  it('beyond the bound are refused at once, and others take the places that become free', async () => {
    const inTurn = createInTurn({ most: 2 })
    const gate = Promise.withResolvers<void>()
    const taken = Array.from({ length: 3 }, () => inTurn('one', () => gate.promise))
    await expect(inTurn('one', async () => 'one too many')).rejects.toBeInstanceOf(Unavailable)
    gate.resolve()
    await Promise.all(taken)
    expect(await inTurn('one', async () => 'a free place')).toBe('a free place')
  })
})
