import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openQueue } from '../testing/open-queue.ts'
import { leaveAlone, readThrough } from '../testing/read-through.ts'

const TABLES = ['bull.job']
/** So many jobs wait beside those that are done. */
const WAITING = 20_000

it('a worker that began with an empty queue looks for the next job of a long one, and not through all that waits', async () => {
  const { url, queue } = await openQueue()
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  await leaveAlone(client, TABLES)

  let handled = 0
  const worker = await queue.work(async () => {
    handled += 1
  })
  onTestFinished(() => worker.close())
  const job = { template: 'booking-cancelled', stream: 'rent.schedule-x', revision: '1' } as const
  // Each connection plans for itself, and keeps a plan once it has made some.
  const few = Array.from({ length: 60 }, () => ({ notificationId: crypto.randomUUID(), job }))
  for (const one of few) await queue.add([one])
  await expect.poll(() => handled, { timeout: 60_000 }).toBe(few.length)
  await expect.poll(() => queue.waiting(), { timeout: 60_000 }).toBe(0)

  const before = await readThrough(client, TABLES)
  // For the next century: none of them is to be done by whoever is measured.
  await client.query(
    `insert into bull.job (
       queue, id, seq, name, state, data, opts, priority, delay_ms, max_attempts, added_at_ms, process_at_ms, pending_deps
     )
     select
       'mail', gen_random_uuid()::text, nextval('bull.job_seq'), 'later', 'delayed', $1, '{}', 0, 1, 1, 0,
       extract(epoch from timestamptz '2100-01-01') * 1000, 0
     from generate_series(1, ${WAITING})`,
    [job],
  )
  const next = Array.from({ length: 20 }, () => ({ notificationId: crypto.randomUUID(), job }))
  await queue.add(next)
  await expect.poll(() => handled, { timeout: 60_000 }).toBe(few.length + next.length)
  expect((await readThrough(client, TABLES)) - before).toBeLessThan(WAITING)
})
