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
})
