import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createIdleTurns, readsLater } from './idle-turns.ts'

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

describe('connections that are read later', () => {
  it('are not read at once, and then so many in a turn', async () => {
    const readLater = readsLater(2)
    const connections = Array.from({ length: 5 }, () => new PassThrough().resume())
    for (const connection of connections) readLater(connection)
    const paused = () => connections.filter((connection) => connection.isPaused()).length
    const after = [paused()]
    for (let turn = 0; turn < 3; turn += 1) {
      await nextTurn()
      after.push(paused())
    }
    expect(after).toEqual([5, 3, 1, 0])
  })

  it('take one turn each, however often they are put off meanwhile', async () => {
    const readLater = readsLater(1)
    const [first, second] = [new PassThrough().resume(), new PassThrough().resume()]
    for (const connection of [first, first, first, second]) readLater(connection)
    await nextTurn()
    await nextTurn()
    expect([first.isPaused(), second.isPaused()]).toEqual([false, false])
  })
})
