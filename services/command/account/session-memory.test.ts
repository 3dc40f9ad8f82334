import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { expect, it } from 'vitest'
import { createSessionMemory } from './session-memory.ts'

it('that is closed before it has its line to the database is closed all the same', async () => {
  await using database = await createTestDatabase()
  const log = createLog({ service: 'test', level: 'silent' })
  const pool = createPgPool({ connectionString: database.url, applicationName: 'test', log })
  await createSessionMemory(pool).close()
  await pool.end()
  expect(pool.totalCount).toBe(0)
})
