import { createTestPool } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { mailOf } from '../testing/mail-of.ts'
import { openQueue } from '../testing/open-queue.ts'
import { forgoEvents } from './without-events.ts'

it('a job is announced to the workers, and none of its steps to anybody else: each would wake all who listen', async () => {
  const { url, queue } = await openQueue()
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  const heard: string[] = []
  client.on('notification', ({ channel }) => heard.push(channel))
  await client.query('listen bullmq_events; listen bullmq_jobs; listen test')

  const handled: string[] = []
  const worker = await queue.work(async (id) => {
    handled.push(id)
  })
  onTestFinished(() => worker.close())
  const ids = ['17afb4a7-1649-5eac-870d-a8177896243c', '27afb4a7-1649-5eac-870d-a8177896243c']
  for (const [index, notificationId] of ids.entries()) {
    await queue.add([mailOf(notificationId)])
    await expect.poll(() => handled.length, { timeout: 60_000 }).toBe(index + 1)
  }
  await expect.poll(() => queue.waiting(), { timeout: 60_000 }).toBe(0)

  // Notifications come in the order of commits: all that there were have been heard before this one.
  await client.query(`notify test`)
  await expect.poll(() => heard.includes('test'), { timeout: 60_000 }).toBe(true)
  expect(new Set(heard)).toEqual(new Set(['bullmq_jobs', 'test']))
  expect((await client.query('select from bull.event')).rowCount).toBe(0)
})

it('a queue whose functions are otherwise than they are known here is left as it is, and no worker is kept from starting', async () => {
  const { url } = await openQueue()
  const pool = createTestPool({ connectionString: url, max: 1 })
  onTestFinished(() => pool.end())
  await pool.query(`
    drop function bull.publish_event(text, text, jsonb);
    create function bull.publish_event(a_queue text, an_event text, its_data jsonb) returns text
      language plpgsql as 'begin return null; end'`)
  await forgoEvents(pool)
  const { rows } = await pool.query(`select pg_get_function_result('bull.publish_event'::regproc) as result`)
  expect(rows).toEqual([{ result: 'text' }])
})
