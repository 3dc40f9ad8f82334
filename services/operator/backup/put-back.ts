import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { type Progress, RefusedError, StoppedError } from '../cli/command.ts'
import { digestOf, filesIn } from './files.ts'
import { inOneTransaction } from './in-one-transaction.ts'
import { fileOf, type Manifest, OBJECTS, SEALS } from './manifest.ts'
import { copied, migrationsOf } from './tables.ts'

/** Where a back-up is put. */
export interface Target {
  /** A migrated database of nobody: owner's connection. */
  readonly databaseUrl: string
  readonly storage: Pick<ObjectStorage, 'put'>
}

/**
 * Puts a back-up into an empty installation: files first, then all rows in one transaction, so that one that was stopped
 * is begun again.
 * @throws {RefusedError} the installation is not empty, or of another version; the back-up is damaged
 * @throws {StoppedError} no row was written
 */
export async function putBack(folder: string, manifest: Manifest, target: Target, progress: Progress): Promise<void> {
  await inOneTransaction(target.databaseUrl, async (client) => {
    await refuseUnlessFit(client, manifest)
    await checkFiles(folder, manifest)
    await putObjects(folder, target, progress)
    await putRows(client, folder, manifest, progress)
    // Before it counts: were this to fail afterwards, the restore would have failed and could not be begun again.
    await client.query('analyze')
  })
}

/** Nothing is ever mixed: not two histories, and not the rows of one version with the tables of another. */
async function refuseUnlessFit(client: pg.Client, manifest: Manifest): Promise<void> {
  await refuseOtherVersion(client, manifest)
  for (const { name } of manifest.tables) {
    await client.query(`lock table ${name} in exclusive mode`)
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (rowCount !== 0) throw new RefusedError('not-empty', `${name} has rows: restore into a new database`)
  }
}

export async function refuseOtherVersion(client: pg.Client, { migrations }: Manifest): Promise<void> {
  if (JSON.stringify(await migrationsOf(client)) !== JSON.stringify(migrations)) {
    throw new RefusedError(
      'other-version',
      `the database is of another version than the back-up (${migrations.at(-1)?.name ?? 'none'}): restore with the version that made it, then go on to a newer one`,
    )
  }
}

/** Everything is looked at before anything is written. @throws {RefusedError} naming what is damaged */
export async function checkFiles(folder: string, { tables, objects, seals }: Manifest): Promise<void> {
  const expected: [path: string, sha256: string][] = [
    ...tables.map((table): [string, string] => [fileOf(folder, table), table.sha256]),
    [join(folder, OBJECTS), objects.sha256],
    ...(seals ? [[join(folder, SEALS), seals.sha256] satisfies [string, string]] : []),
  ]
  for (const [path, sha256] of expected) await expectDigest(path, sha256)
  for await (const { file, sha256 } of filesIn(folder)) await expectDigest(join(folder, file), sha256)
}

export async function expectDigest(path: string, sha256: string): Promise<void> {
  const found = await digestOf(path).catch(() => undefined)
  if (found?.sha256 !== sha256) throw new RefusedError('damaged', `${path} is not what was backed up`)
}

async function putObjects(folder: string, { storage }: Target, progress: Progress): Promise<void> {
  let done = 0
  for await (const { key, file, contentType } of filesIn(folder)) {
    unlessStopped(progress)
    await storage.put(key, readFileSync(join(folder, file)), { contentType })
    progress.report(++done)
  }
}

async function putRows(client: pg.Client, folder: string, { tables, hasLog }: Manifest, progress: Progress) {
  const all = tables.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  for (const table of tables) {
    unlessStopped(progress)
    const stream = client.query(from(`copy ${copied(table)} from stdin`))
    await pipeline(createReadStream(fileOf(folder, table)), stream)
    if (stream.rowCount !== table.rows)
      throw new RefusedError('damaged', `${table.name} has other rows than were backed up`)
    done += table.rows
    progress.report(done, all)
  }
  if (hasLog) {
    await client.query('update log.head set position = (select coalesce(max(position), 0) from log.events)')
  }
}

export function unlessStopped({ signal }: Progress): void {
  if (signal.aborted) throw new StoppedError('stopped: run the same command again')
}
