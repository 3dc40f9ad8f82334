import { createLog } from '@forecourt/kit/logging.ts'
import { expect, it, onTestFinished } from 'vitest'
import { listenToChanges } from './changes.ts'
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
