import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startPlatform } from '../../tests/system/support/platform.ts'
import { onboard } from '../../tests/system/support/tenant.ts'
import { askForDifferences } from './replays.ts'

it('rows that are not what the log says are found by a replay, and none where the database does not answer', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const settings = {
    MASTER_KEY: randomBytes(32).toString('base64'),
    LOOKUP_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: 'http://localhost:3000',
  }
  await using platform = await startPlatform(database, ['command', 'projector'], { environment: settings })
  await onboard(platform, 1)
  const never = new AbortController().signal
  const compare = async (url = database.url) => await askForDifferences({ ...settings, DATABASE_URL: url }, never)

  expect(await compare()).toMatchObject({ isSame: true })
  const spoil = async () => (await platform.pool.query(`update ${LIVE}.vehicles set name = 'Another'`)).rowCount
  await vi.waitFor(async () => expect(await spoil()).toBe(1), { timeout: 60_000 })
  const found = await compare()
  expect(found?.isSame).toBe(false)
  expect(found?.said).toContain('"differences":[{"table":"vehicles"')
  expect(await compare('postgres://nobody@127.0.0.1:1/nowhere')).toBeUndefined()
})
