import { createLog } from '@forecourt/kit/logging.ts'
import { expect, it, onTestFinished } from 'vitest'
import { listenToChanges } from './changes.ts'
import { rebuildBeside, rollBack } from './projection/rebuild.ts'
import { deafen, say, tellOfChange } from './testing/notices.ts'
import { opened } from './testing/open.ts'

const SOME_TIME = { timeout: 60_000, interval: 10 }

const given = opened(async () => ({}))

it('all who have subscribed are told of changes and of gaps: no connection, a new one, a notice in other words', async () => {
  const { pool, database } = given().world
  const changes = listenToChanges({
    connectionString: database.queryUrl,
    log: createLog({ service: 'test', level: 'silent' }),
  })
  onTestFinished(() => changes.close())
  const heard: string[][] = [[], []]
  for (const its of heard) {
    changes.subscribe({
      onChange: ({ businessId, tables }) => void its.push(`${businessId} ${tables.join()}`),
      onGap: () => void its.push(changes.listening ? 'gap, listening' : 'gap, not listening'),
    })
  }
  const bothHear = async (...told: string[]) => {
    await expect.poll(() => heard, SOME_TIME).toEqual([told, told])
    for (const its of heard) its.length = 0
  }

  await bothHear('gap, listening')
  await tellOfChange(pool, 'b', ['vehicles', 'users'])
  await bothHear('b vehicles,users')
  await say(pool, '{')
  await bothHear('gap, listening')
  await say(pool, JSON.stringify({ businessId: 'b' }))
  await bothHear('gap, listening')
  await deafen(pool)
  await bothHear('gap, not listening', 'gap, listening')
})

it('a read model that takes the place of another one is told of: nobody knows whose rows are others then', async () => {
  const { world } = given()
  const warned: string[] = []
  const log = createLog({ service: 'test', level: 'warn' }, { write: (line) => void warned.push(line) })
  const changes = listenToChanges({ connectionString: world.database.queryUrl, log })
  onTestFinished(() => changes.close())
  let gaps = 0
  changes.subscribe({
    onChange: () => {},
    onGap: () => {
      gaps += 1
    },
  })
  await expect.poll(() => gaps, SOME_TIME).toBe(1)

  const options = { ...world.projection(), eventLog: world.eventLog }
  await rebuildBeside(options, { anew: true, swap: () => true })
  await expect.poll(() => gaps, SOME_TIME).toBe(2)
  await rollBack(options, { swap: () => true })
  await expect.poll(() => gaps, SOME_TIME).toBe(3)
  expect(warned).toEqual([])
})
