import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, startPostgres } from '@forecourt/infra/embedded/postgres.ts'
import { migrate } from '@forecourt/infra/migrate.ts'
import { endWhenTold } from './end-when-told.ts'
import { processorSecondsOfAll } from './processor.ts'

/** A PostgreSQL for one benchmark, as `npm start` runs it: fsync is on. */
export interface Databases extends AsyncDisposable {
  /** A new migrated database, for the owner and for the query service's role. */
  create(name: string): Promise<{ readonly url: string; readonly queryUrl: string }>
  /** Processor seconds that the server has used so far, all of its processes together. */
  processorSeconds(): number
}

const PASSWORD = 'bench'

/** Starts it in a folder of its own, which is deleted with it; also when the benchmark is ended before. */
export async function startDatabases(): Promise<Databases> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  const starting = startPostgres({
    dataFolder: join(folder, 'postgres'),
    password: PASSWORD,
    // Several platforms are on it, and one that is stopped keeps all of its connections.
    settings: { max_connections: '300' },
  })
  const end = async () => {
    await starting.then(
      (server) => server.stop(),
      () => undefined,
    )
    rmSync(folder, { recursive: true, force: true })
  }
  endWhenTold(end)
  const server = await starting.catch(async (error: unknown) => {
    await end()
    throw error
  })
  return {
    async create(name) {
      await ensureDatabase(server.urlOf('postgres'), name)
      const url = server.urlOf(name)
      await migrate(url, { queryRolePassword: PASSWORD })
      const queryUrl = new URL(url)
      queryUrl.username = 'forecourt_query'
      queryUrl.password = PASSWORD
      return { url, queryUrl: queryUrl.href }
    },
    processorSeconds: () =>
      // The first line of this file is the process that all others are children of.
      processorSecondsOfAll(Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])),
    [Symbol.asyncDispose]: end,
  }
}
