import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshStream, newEvents } from '../contract/setup.ts'
import { createPostgresEventLog } from './postgres-event-log.ts'

describe('the event log is append-only', () => {
  let client: pg.Client
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createTestDatabase()
    drop = () => database.drop()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const log = createPostgresEventLog({ connectionString: database.url })
    await log.append(freshStream(), 'noStream', newEvents(3))
    await log.close()
  })
  afterAll(async () => {
    await client.end()
    await drop()
  })

  for (const statement of [
    `update log.events set type = 'Changed'`,
    'delete from log.events',
    'delete from log.events where false',
    'truncate log.events',
    `insert into log.events select * from log.events on conflict (position) do update set type = 'Changed'`,
    'delete from log.head',
    'truncate log.head',
  ]) {
    it(`refuses, to its owner too: ${statement}`, async () => {
      await expect(client.query(statement)).rejects.toMatchObject({ message: 'the event log is append-only' })
      const { rows } = await client.query(`select count(*)::int from log.events where type = 'Tested'`)
      expect(rows).toEqual([{ count: 3 }])
    })
  }
})
