import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import pg from 'pg'
import { expect, it } from 'vitest'
import { mailOf, someMails } from '../testing/mail-of.ts'
import { leaveAlone, readThrough } from '../testing/read-through.ts'
import { openMailQueue } from './mail-queue.ts'

const TABLES = ['bull.job']
/** So many jobs wait beside those that are done. */
const WAITING = 20_000

it('a worker that began with an empty queue looks for the next job of a long one, and not through all that waits', async () => {
  await using database = await createTestDatabase()
  const { url } = database
  const queue = await openMailQueue({ databaseUrl: url, log: createLog({ service: 'test', level: 'error' }) })
  const client = new pg.Client(url)
  await client.connect()
  await leaveAlone(client, TABLES)

  let handled = 0
  const worker = await queue.work(async () => {
    handled += 1
  })
  // Each connection plans for itself, and keeps a plan once it has made some.
  const few = someMails(60)
  for (const one of few) await queue.add([one])
  await expect.poll(() => handled, { timeout: 60_000 }).toBe(few.length)
  await expect.poll(() => queue.waiting(), { timeout: 60_000 }).toBe(0)

  // For the next century: none of them is to be done by whoever is measured.
  await client.query(
    `insert into bull.job (
       queue, id, seq, name, state, data, opts, priority, delay_ms, max_attempts, added_at_ms, process_at_ms, pending_deps
     )
     select
       'mail', gen_random_uuid()::text, nextval('bull.job_seq'), 'later', 'delayed', $1, '{}', 0, 1, 1, 0,
       extract(epoch from timestamptz '2100-01-01') * 1000, 0
     from generate_series(1, ${WAITING})`,
    [mailOf().job],
  )
  const next = someMails(20)
  await queue.add(next)
  await expect.poll(() => handled, { timeout: 60_000 }).toBe(few.length + next.length)
  await Promise.all([worker.close(), queue.close()])
  expect(await readThrough(client, TABLES)).toBeLessThan(WAITING)
  await client.end()
})
