import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { newEvents } from '../contract/setup.ts'
import { EVERYTHING } from '../port.ts'
import { createPostgresEventLog } from './postgres-event-log.ts'
import { createReader, FIRST_PAGE } from './reader.ts'
import { lengthen, pagesLookedAt } from './testing/long-log.ts'
import { ownDatabase } from './testing/own-database.ts'

const database = ownDatabase()

function openReader() {
  const reader = createReader(database.url)
  onTestFinished(() => reader.close())
  return reader
}

/** Pages of the log's events and of their indexes that were looked at meanwhile. */
async function pagesOf(read: () => Promise<unknown>): Promise<number> {
  const before = await pages()
  await read()
  return (await pages()) - before
}

/** A backend tells of its reads at once when it last told a second ago, so each of them gets its rest first. */
async function pages(): Promise<number> {
  await pause(1_100)
  return await pagesLookedAt(database.client)
}

it('a reader that made its plans for a short log looks at no more of a long one than it is asked for', async () => {
  const log = createPostgresEventLog({ connectionString: database.url })
  await log.append('first', 'noStream', newEvents(1))
  await log.close()
  // Nobody else is to read the table, or have plans made anew. Then the server is told how short it is.
  await database.client.query('alter table log.events set (autovacuum_enabled = false)')
  await database.client.query('vacuum analyze log.events')
  const reader = openReader()
  const reads = [
    () => reader.streamPage('long', 500n, 1),
    () => Promise.all(['long', 'stream 40000'].map((stream) => reader.streamPage(stream, 0n, FIRST_PAGE))),
    () => reader.page(1_000n, 1_010n, { prefixes: ['long', 'stream'] }),
    () => reader.page(1_000n, 1_010n, EVERYTHING),
  ]
  for (let time = 0; time < 10; time += 1) for (const read of reads) await read()
  await lengthen(database.client, 'long')
  // What it has not told of until now is not to be taken for what it looks at next.
  await pages()
  await reader.streamPage('first', 0n, 1)
  for (const read of reads) expect(await pagesOf(read)).toBeLessThan(150)
})

it('a reader keeps its plans', async () => {
  const log = createPostgresEventLog({ connectionString: database.url })
  await log.append('second', 'noStream', newEvents(1))
  await log.close()
  const reader = openReader()
  // As the table, but that each event's type is what the connection that reads it says of plans.
  await database.client.query(`
    alter table log.events rename to kept;
    create view log.events as
    select position, stream, revision, event_id, current_setting('plan_cache_mode') as type, data, metadata, recorded_at
    from log.kept`)
  onTestFinished(async () => {
    await database.client.query('drop view log.events; alter table log.kept rename to events')
  })
  const [event] = await reader.streamPage('second', 0n, 1)
  expect(event?.type).toBe('force_generic_plan')
})
