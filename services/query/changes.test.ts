import { randomUUID } from 'node:crypto'
import { createLog } from '@forecourt/kit/logging.ts'
import { expect, it, onTestFinished } from 'vitest'
import { listenToChanges } from './changes.ts'
import { changedChannel, LIVE } from './projection/schema-name.ts'
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
  const say = async (payload: string) => await pool.query('select pg_notify($1, $2)', [changedChannel(LIVE), payload])

  await bothHear('gap, listening')
  const notice = { businessId: 'b', version: '2', released: 0, generation: randomUUID(), tables: ['vehicles', 'users'] }
  await say(JSON.stringify(notice))
  await bothHear('b vehicles,users')
  await say('{')
  await bothHear('gap, listening')
  await say(JSON.stringify({ ...notice, tables: undefined }))
  await bothHear('gap, listening')
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    `forecourt ${changedChannel(LIVE)}`,
  ])
  await bothHear('gap, not listening', 'gap, listening')
})
