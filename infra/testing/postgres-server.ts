import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureDatabase, startPostgres } from '../embedded/postgres.ts'
import { endLeftoverServer } from '../embedded/postgres-leftover.ts'
import { identify } from '../embedded/processes.ts'
import { migrate } from '../migrate.ts'
import { TEMPLATE, TEST_PASSWORD } from './postgres.ts'

const PREFIX = 'forecourt-test-'

/**
 * Vitest's global set-up: one PostgreSQL for the whole run, with a migrated database that test files clone
 * (`createTestDatabase` in `postgres.ts`). What killed runs left behind is cleared away first.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearKilledRuns()
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const dataFolder = join(folder, 'postgres')
  const server = await startPostgres({
    dataFolder,
    password: TEST_PASSWORD,
    // Its data is worth nothing after the run, so nothing waits for the disk.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  await ensureDatabase(server.urlOf('postgres'), TEMPLATE)
  await migrate(server.urlOf(TEMPLATE), { queryRolePassword: TEST_PASSWORD })
  project.provide('forecourtPostgresPort', server.port)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function clearKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || identify(Number(pid)) !== undefined) continue
    const folder = join(tmpdir(), name)
    try {
      await endLeftoverServer(join(folder, 'postgres'))
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another user's: theirs to clear.
    }
  }
}
