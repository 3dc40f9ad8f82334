import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { freshStream, newEvent } from '../contract/setup.ts'
import { createPostgresEventLog } from './postgres-event-log.ts'

/** Rings that do not come before the log is closed, in milliseconds. */
const NEVER = 3_600_000
/** Longer than the rings of others are apart, in milliseconds. */
const A_WHILE = 100

/** A log that is in no hurry about one kind of stream, and what those hear who listen. */
async function unhurriedLog() {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const heard: string[] = []
  const client = new pg.Client(database.url)
  await client.connect()
  onTestFinished(() => client.end())
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await client.query('listen log')
  const unhurried = { prefix: 'rent.notification-', ringMs: NEVER }
  const log = createPostgresEventLog({ connectionString: database.url, unhurried })
  const append = async (kind: string) => await log.append(freshStream(kind), 'noStream', [newEvent()])
  return { log, append, heard }
}

it('of appends that nobody waits to read readers hear rarely, and of the last one all the same', async () => {
  const { log, append, heard } = await unhurriedLog()
  let count = 0
  const end = performance.now() + A_WHILE
  for (; count < 2 || performance.now() < end; count += 1) await append('notification')
  await log.close()
  await expect.poll(() => heard, { timeout: 60_000 }).toEqual(['1', String(count)])
})

it('of any other append they hear soon, whatever waits to be told', async () => {
  const { log, append, heard } = await unhurriedLog()
  onTestFinished(() => log.close())
  await append('notification')
  await append('notification')
  await append('schedule')
  await expect.poll(() => heard, { timeout: 60_000 }).toEqual(['1', '3'])
})
