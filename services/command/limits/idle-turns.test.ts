import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createIdleTurns } from './idle-turns.ts'

describe('work that nobody is in a hurry for', () => {
  it('is done in the order in which it came, so many pieces in a turn', async () => {
    const done: number[] = []
    const putOff = createIdleTurns(2)
    for (const number of [1, 2, 3, 4, 5]) putOff(() => done.push(number))
    expect(done).toEqual([])

    const after: number[][] = []
    for (let turn = 0; turn < 3; turn += 1) {
      await nextTurn()
      after.push([...done])
    }
    expect(after).toEqual([
      [1, 2],
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5],
    ])
  })

  it('lets what has come meanwhile have its turn between the pieces', async () => {
    const done: string[] = []
    const putOff = createIdleTurns(1)
    putOff(() => done.push('first'))
    putOff(() => done.push('second'))
    putOff(() => done.push('third'))
    await nextTurn()
    setImmediate(() => done.push('urgent'))
    await nextTurn()
    await nextTurn()
    expect(done.indexOf('urgent')).toBeLessThan(done.indexOf('third'))
    expect(done).toHaveLength(4)
  })

  it('takes pieces that come while others are being done, and after all were done', async () => {
    const done: string[] = []
    const putOff = createIdleTurns(8)
    putOff(() => {
      done.push('outer')
      putOff(() => done.push('inner'))
    })
    await nextTurn()
    await nextTurn()
    expect(done).toEqual(['outer', 'inner'])

    putOff(() => done.push('later'))
    await nextTurn()
    expect(done).toEqual(['outer', 'inner', 'later'])
  })
})
