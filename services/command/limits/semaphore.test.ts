import { describe, expect, it } from 'vitest'
import { Busy, createSemaphore } from './semaphore.ts'

describe('tasks of which only so many run at once', () => {
  it('run in the order in which they came', async () => {
    const inTurn = createSemaphore({ atOnce: 2, waiting: 2 })
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
    const begun: number[] = []
    const tasks = gates.map(({ promise }, index) =>
      inTurn(async () => {
        begun.push(index)
        await promise
      }),
    )
    expect(begun).toEqual([0, 1])
    await expect(inTurn(async () => {})).rejects.toBeInstanceOf(Busy)
    gates[1]?.resolve()
    await expect.poll(() => begun).toEqual([0, 1, 2])
    for (const { resolve } of gates) resolve()
    await Promise.all(tasks)
    expect(begun).toEqual([0, 1, 2, 3])
  })

  it('are not begun when their turn does not come in time, and leave their place to others', async () => {
    const inTurn = createSemaphore({ atOnce: 1, waiting: 1, patience: 20 })
    const gate = Promise.withResolvers<void>()
    const held = inTurn(() => gate.promise)
    await expect(inTurn(async () => 'too late')).rejects.toBeInstanceOf(Busy)
    const next = inTurn(async () => 'in time')
    gate.resolve()
    await held
    expect(await next).toBe('in time')
    expect(await inTurn(async () => 'free')).toBe('free')
  })
})
