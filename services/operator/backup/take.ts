import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { FINISHED } from '@forecourt/kit/object-path.ts'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { fingerprintsOf } from '@forecourt/query/projection/compare.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { type Command, type Progress, required, StoppedError } from '../cli/command.ts'
import { inNewFolder, refuseOld } from '../cli/new-folder.ts'
import type { Platform } from '../platform.ts'
import { liveModel } from '../projection/live-model.ts'
import { digestOf, writeDown } from './files.ts'
import { type BackedUpTable, fileOf, MANIFEST, type Manifest, OBJECTS, SEALS, type StoredFile } from './manifest.ts'
import { copied, migrationsOf, tablesOf } from './tables.ts'

/**
 * `forecourt backup`: all that is in no event, and the events when PostgreSQL has them, as of one moment and while
 * everybody works. It speaks to the server and needs no program of the server's version, so that it is the same on the
 * embedded PostgreSQL, which comes without pg_dump, and on any other.
 */
export const backup: Command = {
  name: 'backup',
  summary: 'copy log, keys, accounts and stored files into a folder, while everybody works',
  example: 'forecourt backup --out /backups/2026-03-03',
  explained: [['--out FOLDER', 'new folder; it holds all that is personal, so keep it as you keep the database']],
  needs: ['out'],
  options: { out: { type: 'string' } },
  async run(given, platform, progress) {
    const out = required(given, 'out', { line: 1_000 })
    refuseOld(out)
    const manifest = await takeBackup(platform, out, progress)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return {
      sentences: [
        `${manifest.tables.length} tables with ${rows} rows and ${manifest.objects.count} files (${manifest.objects.bytes} bytes) are in ${out}.`,
        ...(manifest.hasLog ? [] : ['The events are in EventStoreDB: its own back-up has to be older than this one.']),
        ...(manifest.screens === null
          ? [
              'What the screens show is not in it to compare with: there is no read model, or it was replaced meanwhile.',
            ]
          : []),
        ...(manifest.seals === null
          ? [
              platform.seals.file === undefined
                ? 'The seals are not in it: SEAL_FILE is not set.'
                : `The seals are not in it: ${platform.seals.file} is not there.`,
            ]
          : []),
        'The secrets (MASTER_KEY, LOOKUP_KEY, SEAL_KEY, SESSION_SECRET) are not in it: without the first two nobody can use it.',
      ],
      facts: { out, ...manifest },
    }
  },
}

/** Writes a back-up into the new folder, which is there whole or not at all. @throws {StoppedError} nothing was kept */
export async function takeBackup(platform: Platform, out: string, progress: Progress): Promise<Manifest> {
  return await inNewFolder(out, async (folder) => {
    mkdirSync(join(folder, 'tables'))
    mkdirSync(join(folder, 'objects'))
    const client = new pg.Client({ connectionString: platform.databaseUrl, application_name: 'forecourt backup' })
    client.on('error', () => {}) // the query that is running rejects as well
    try {
      // The seals first: those of the file must not know more than the log.
      const seals = await copySeals(platform.seals.file, join(folder, SEALS))
      await client.connect()
      const database = await copyDatabase(client, platform, folder, progress)
      // The files last: whatever a row names was stored before it.
      const objects = await copyObjects(platform, folder, progress)
      const manifest = {
        format: 'forecourt-backup-1',
        takenAt: platform.call.now().toISOString(),
        hasLog: platform.isDense,
        ...database,
        objects,
        seals,
      } as const
      writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600, flush: true })
      return manifest
    } finally {
      await client.end()
    }
  })
}

/** @returns null when there is no file to copy */
async function copySeals(file: string | undefined, copy: string): Promise<NonNullable<Manifest['seals']> | null> {
  if (file === undefined || !existsSync(file)) return null
  copyFileSync(file, copy)
  return { sha256: (await digestOf(copy)).sha256 }
}

/** All tables as they are at one moment. */
async function copyDatabase(client: pg.Client, platform: Platform, folder: string, progress: Progress) {
  const before = await liveModel(platform.pool)
  await client.query('begin isolation level repeatable read, read only')
  const head = await headOf(client, platform)
  const tables: BackedUpTable[] = []
  let rows = 0
  for (const table of await tablesOf(client)) {
    unlessStopped(progress)
    const stream = client.query(to(`copy ${copied(table)} to stdout`))
    const { sha256 } = await writeDown(stream, fileOf(folder, table))
    tables.push({ ...table, rows: stream.rowCount, sha256 })
    rows += stream.rowCount
    progress.report(rows)
  }
  const migrations = await migrationsOf(client)
  const screens = await screensOf(client, async () => (await liveModel(platform.pool)) !== before)
  await client.query('commit')
  return { head, migrations, tables, screens }
}

/** What is in EventStoreDB is not of the snapshot: there it is only how far the log has come by then. */
async function headOf(client: pg.Client, { core, isDense }: Platform): Promise<string> {
  if (!isDense) return String(await core.log.head())
  const { rows } = await client.query<{ position: string }>('select position::text from log.head')
  return rows[0]?.position ?? '0'
}

/** What the screens show; null when there is no read model, or when it was replaced meanwhile. */
async function screensOf(client: pg.Client, isReplaced: () => Promise<boolean>): Promise<Manifest['screens']> {
  try {
    const screens = await screensNow(client)
    return (await isReplaced()) ? null : screens
  } catch (error) {
    // The tables that it looked at are gone. All that is kept was copied before.
    if (error instanceof pg.DatabaseError && (await isReplaced())) return null
    throw error
  }
}

async function screensNow(client: pg.Client): Promise<Manifest['screens']> {
  const checkpoint = await readCheckpoint(client, LIVE)
  if (checkpoint === undefined) return null
  const { position, model } = checkpoint
  return { position: String(position), model, tables: await fingerprintsOf({ client, schema: LIVE }) }
}

async function copyObjects(platform: Platform, folder: string, progress: Progress): Promise<Manifest['objects']> {
  const path = join(folder, OBJECTS)
  const list = await open(path, 'wx', 0o600)
  try {
    const total = await copyListed(platform, folder, list, progress)
    return { ...total, sha256: (await digestOf(path)).sha256 }
  } finally {
    await list.close()
  }
}

/** Each line is written before the next file is fetched: a list that cannot be written ends the back-up where that is seen. */
async function copyListed(platform: Platform, folder: string, list: FileHandle, progress: Progress) {
  const storage = platform.openStorage()
  const total = { count: 0, bytes: 0 }
  try {
    for (const prefix of FINISHED) {
      for await (const { key } of storage.list(prefix)) {
        unlessStopped(progress)
        const stored = await storage.get(key)
        if (stored === undefined) continue // deleted meanwhile
        const file = `objects/${total.count + 1}`
        const { bytes, sha256 } = await writeDown(stored.body, join(folder, file))
        const line: StoredFile = { key, contentType: stored.contentType, size: bytes, sha256, file }
        await list.appendFile(`${JSON.stringify(line)}\n`)
        total.count += 1
        total.bytes += bytes
        progress.report(total.count)
      }
    }
    return total
  } finally {
    storage.close()
  }
}

function unlessStopped({ signal }: Progress): void {
  if (signal.aborted) throw new StoppedError('stopped: nothing was backed up')
}
