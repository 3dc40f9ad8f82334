import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parsePosition } from '@forecourt/event-log/port.ts'
import { storagePrefix } from '@forecourt/kit/object-path.ts'
import { type Manifest, readManifest, SEALS } from '@forecourt/operator/backup/manifest.ts'
import { putBack } from '@forecourt/operator/backup/put-back.ts'
import type { Progress } from '@forecourt/operator/cli/command.ts'
import { runCommandLine } from '@forecourt/operator/cli/run.ts'
import { openPlatform, type Platform } from '@forecourt/operator/platform.ts'
import { isOpenedBy } from '@forecourt/operator/privacy/opened-by.ts'
import { diff } from '@forecourt/operator/replay/diff.ts'
import { verify } from '@forecourt/operator/seals/verify.ts'
import { fingerprintsOf } from '@forecourt/query/projection/compare.ts'
import { rebuild } from '@forecourt/query/projection/rebuild.ts'
import { MODEL } from '@forecourt/query/projection/schema.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { createTeller } from '@forecourt/query/projection/tell.ts'
import pg from 'pg'
import { migrate } from '../migrate.ts'

/** One thing that a rehearsal has found out. */
export interface Finding {
  readonly what: string
  readonly isWell: boolean
  readonly says: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Restores a back-up beside the live installation, into a database that is dropped again, and looks whether everything is
 * there. The live data is not touched; of the stored files it is looked whether the back-up has them.
 * @param folder that `forecourt backup` has made
 * @param environment an operator's, with the secrets that the restored data is opened with
 * @throws {RefusedError} the back-up is damaged, or of another version
 */
export async function* rehearse(folder: string, environment: Environment, progress: Progress): AsyncGenerator<Finding> {
  const manifest = readManifest(folder)
  await using scratch = await createScratch(environment.DATABASE_URL ?? '')
  await migrate(scratch.url)
  const keys: string[] = []
  const storage = {
    put: async (key: string) => {
      keys.push(key)
      return true
    },
  }
  await putBack(folder, manifest, { databaseUrl: scratch.url, storage }, progress)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  yield well('restore', `${rows} rows of ${manifest.tables.length} tables, taken at ${manifest.takenAt}`)

  const seals = join(folder, SEALS)
  // A log that is not in the back-up has been sealed further since, in EventStoreDB.
  const hasSeals = manifest.hasLog && existsSync(seals)
  const restored = { ...environment, DATABASE_URL: scratch.url, SEAL_FILE: hasSeals ? seals : undefined }
  if (!manifest.hasLog)
    yield well('event log', "it is in EventStoreDB, as it is now: that one's back-up was not looked at")
  const platform = await openPlatform(restored)
  try {
    yield await lookAtKeys(platform)
    yield await lookAtFiles(platform, keys)
    yield await lookAtScreens(platform, manifest)
  } finally {
    await platform.close()
  }
  for (const command of [diff, verify]) {
    const lines: string[] = []
    const say = (line: string) => void lines.push(line)
    const terminal = { input: Readable.from([]), out: say, error: say, stop: progress.signal }
    const exit = await runCommandLine([command.name], [command], () => openPlatform(restored), terminal)
    yield { what: command.name, isWell: exit === 0, says: lines.join(' ') }
  }
}

const well = (what: string, says: string): Finding => ({ what, isWell: true, says })

interface Scratch extends AsyncDisposable {
  readonly url: string
}

/**
 * A database of its own on the same server. Those that rehearsals of the same installation have left behind when they were
 * killed are dropped first: everybody's data is in them, also of whoever was erased since.
 */
async function createScratch(databaseUrl: string): Promise<Scratch> {
  await using opened = new AsyncDisposableStack()
  const owner = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'forecourt rehearsal',
    // It does nothing while the rehearsal lasts, and holds the lock all the while.
    keepAlive: true,
    options: '-c idle_session_timeout=0',
  })
  // Whatever is asked next says that it is gone.
  owner.on('error', () => {})
  await owner.connect()
  opened.defer(() => owner.end())
  const prefix = await prefixFor(owner)
  await dropLeftovers(owner, prefix)
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await owner.query('select pg_advisory_lock($1, hashtext($2))', [LOCKS, name])
  await owner.query(`create database ${name}`)
  opened.defer(() => drop(owner, name))
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const owned = opened.move()
  return { url: url.href, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Name space of the advisory locks that say which of these databases are in use. */
const LOCKS = 727_277

/** What their names begin with. Locks are a database's own, so those of another installation cannot be told by theirs. */
async function prefixFor(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ mark: string }>('select left(md5(current_database()), 8) as mark')
  return `rehearsal_${rows[0]?.mark ?? ''}_`
}

/** A rehearsal that lives holds the lock of its database; what can be locked is nobody's. */
async function dropLeftovers(owner: pg.Client, prefix: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select datname as name from pg_database where datname ~ $1', [
    `^${prefix}[0-9a-f]{12}$`,
  ])
  for (const { name } of rows) {
    const { rows: locked } = await owner.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as mine',
      [LOCKS, name],
    )
    if (locked[0]?.mine === true) await drop(owner, name)
  }
}

async function drop(owner: pg.Client, name: string): Promise<void> {
  await owner.query(`drop database if exists ${name} with (force)`)
}

/** A back-up of keys is worth nothing without the master key that opens them; while one replaces another, either does. */
async function lookAtKeys({ pool, masterKeys }: Platform): Promise<Finding> {
  const { rows } = await pool.query<{ subject_id: string; wrapped_key: Buffer }>(
    'select subject_id, wrapped_key from vault.people',
  )
  const shut = rows.filter(({ subject_id, wrapped_key }) => !isOpenedBy(masterKeys, subject_id, wrapped_key))
  return {
    what: 'keys',
    isWell: shut.length === 0,
    says:
      shut.length === 0
        ? `the master key opens the keys of all ${rows.length} people`
        : `the master key does not open those of ${shut.length} of ${rows.length} people: it is another one`,
  }
}

async function lookAtFiles({ pool }: Platform, keys: readonly string[]): Promise<Finding> {
  const { rows } = await pool.query<{ path: string }>(
    'select object_path as path from vault.files where condemned_at is null',
  )
  const lost = rows.filter(({ path }) => !keys.some((key) => key.startsWith(storagePrefix(path))))
  return {
    what: 'stored files',
    isWell: lost.length === 0,
    says:
      lost.length === 0
        ? `${keys.length}, among them all ${rows.length} that are somebody's`
        : `${lost.length} of ${rows.length} are missing, the first: ${lost[0]?.path ?? ''}`,
  }
}

/** What the live screens showed when the back-up was taken is what the restored log says, row for row. */
async function lookAtScreens({ pool, core, log }: Platform, { screens }: Manifest): Promise<Finding> {
  const what = 'screens'
  const through = parsePosition(screens?.position ?? '')
  const position = await rebuild({
    pool,
    schema: LIVE,
    tell: createTeller(core.vault),
    log,
    eventLog: core.log,
    ...(through === undefined ? {} : { through }),
  })
  if (screens === null || screens.model !== MODEL) {
    return well(what, `made anew up to position ${position}; there were none of this version to compare with`)
  }
  const client = await pool.connect()
  try {
    const made = await fingerprintsOf({ client, schema: LIVE })
    const differing = Object.keys(made).filter((table) => made[table] !== screens.tables[table])
    return differing.length === 0
      ? well(what, `made anew up to position ${position}; every table has the very rows that the live one had`)
      : { what, isWell: false, says: `other rows than the live ones had are in ${differing.join(', ')}` }
  } finally {
    client.release()
  }
}
