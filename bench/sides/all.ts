import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, startPostgres } from '@forecourt/infra/embedded/postgres.ts'
import { endServicesOf } from '@forecourt/infra/embedded/services.ts'
import { endWhenTold } from '../measure/end-when-told.ts'
import { startForecourt } from './forecourt.ts'
import { startMailSink } from './mail-sink.ts'
import { SIDES, type Side, type SideName } from './side.ts'
import { startYardstick } from './yardstick.ts'

/** The sides on one PostgreSQL server, a database each. fsync is on. */
export interface Sides extends AsyncDisposable {
  readonly all: readonly Side[]
}

/**
 * Starts the sides; nothing of it is there any more when they are disposed of. With `EVENTSTORE_URL` Forecourt's log is in
 * that EventStoreDB.
 */
export async function startSides(names: readonly SideName[] = SIDES): Promise<Sides> {
  const opened = new AsyncDisposableStack()
  const end = () => opened.disposeAsync()
  const stopping = new AbortController()
  endWhenTold(async () => {
    stopping.abort()
    await end()
  })
  try {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
    opened.defer(() => rmSync(folder, { recursive: true, force: true }))
    const starting = startPostgres({
      dataFolder: join(folder, 'postgres'),
      password: 'bench',
      settings: { max_connections: '200' },
    })
    // Also when it is ended while it starts.
    opened.defer(async () => await (await starting.catch(() => undefined))?.stop())
    const server = await starting
    const start = async (name: SideName): Promise<Side> => {
      await ensureDatabase(server.urlOf('postgres'), name)
      const sink = opened.use(await startMailSink())
      const given = {
        dataFolder: join(folder, name),
        databaseUrl: server.urlOf(name),
        sink,
        stop: stopping.signal,
      }
      // Likewise.
      opened.defer(() => endServicesOf(given.dataFolder))
      if (name !== 'forecourt') return await startYardstick({ ...given, variant: name })
      return await startForecourt({ ...given, eventStoreUrl: process.env.EVENTSTORE_URL })
    }
    const all: Side[] = []
    for (const name of names) all.push(opened.use(await start(name)))
    return { all, [Symbol.asyncDispose]: end }
  } catch (error) {
    await end()
    throw error
  }
}
