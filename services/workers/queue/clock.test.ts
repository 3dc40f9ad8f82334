import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import pg from 'pg'
import { expect, it } from 'vitest'
import { mailOf } from '../testing/mail-of.ts'
import { openMailQueue } from './mail-queue.ts'

const AHEAD = 20 * 60_000

it('a job of a killed worker whose clock was ahead is taken up again, and not only when that time has come', async () => {
  await using database = await createTestDatabase()
  const queue = await openMailQueue({ databaseUrl: database.url, log: createLog({ service: 'test', level: 'silent' }) })
  const notificationId = '17afb4a7-1649-5eac-870d-a8177896243c'
  await queue.add([mailOf(notificationId)])
  const client = new pg.Client(database.url)
  await client.connect()
  const then = Date.now() + AHEAD
  await client.query(`update bull.job set state = 'active', lock_token = 'gone', locked_until_ms = $1`, [then])
  await client.query(`insert into bull.meta (queue, field, value) values ('mail', 'stalled-check', $1)`, [String(then)])
  await queue.forgetFuture()
  // Its lock ends half a minute later.
  await client.query('update bull.job set locked_until_ms = locked_until_ms - 30000')
  await client.end()

  const handled: string[] = []
  const worker = await queue.work(async (id) => {
    handled.push(id)
  })
  await expect.poll(() => handled, { timeout: 90_000 }).toEqual([notificationId])
  await worker.close()
  await queue.close()
})
