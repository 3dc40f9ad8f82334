import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { codeOf } from '@forecourt/kit/system-error.ts'
import { z } from 'zod'
import { RefusedError } from '../cli/command.ts'

/** What a back-up's folder holds besides its tables and files. */
export const MANIFEST = 'manifest.json'
export const OBJECTS = 'objects.jsonl'
export const SEALS = 'seals.jsonl'

/** One table, whose rows are in a file of PostgreSQL's own text format (COPY). */
const Table = z.object({
  name: z.string().regex(/^[a-z_]+\.[a-z_]+$/),
  columns: z.array(z.string().regex(/^[a-z_]+$/)).min(1),
  rows: z.int(),
  sha256: z.string(),
})
export type BackedUpTable = z.infer<typeof Table>

const Migration = z.object({ number: z.int(), name: z.string(), checksum: z.string() })
export type Migration = z.infer<typeof Migration>

/** What was backed up: enough to find every piece that is missing or altered, and to check what was put back. */
export const Manifest = z.object({
  format: z.literal('forecourt-backup-1'),
  takenAt: z.iso.datetime(),
  /** Whether the events are among the tables. EventStoreDB has back-ups of its own. */
  hasLog: z.boolean(),
  /** Position of the log's last event, at the time. */
  head: z.string(),
  /** Those that the database has had: what is put back fits just these. */
  migrations: z.array(Migration),
  tables: z.array(Table),
  /** Stored files, one line each in `objects.jsonl`. */
  objects: z.object({ count: z.int(), bytes: z.int(), sha256: z.string() }),
  /** The copy of `SEAL_FILE`; null when there was none. An earlier version has not said. */
  seals: z.object({ sha256: z.string() }).nullish(),
  /** How far the screens had come and the fingerprint of each of their tables; null when there were none. */
  screens: z.object({ position: z.string(), model: z.int(), tables: z.record(z.string(), z.string()) }).nullable(),
})
export type Manifest = z.infer<typeof Manifest>

/** One stored file. */
export const StoredFile = z.object({
  key: z.string(),
  contentType: z.string(),
  size: z.int(),
  sha256: z.string(),
  /** Where it is in the back-up's folder. */
  file: z.string().regex(/^objects\/\d+$/),
})
export type StoredFile = z.infer<typeof StoredFile>

/** @throws {RefusedError} the folder is no back-up, or one that was broken off */
export function readManifest(folder: string): Manifest {
  if (!existsSync(folder)) throw new RefusedError('no-backup', `there is no folder ${resolve(folder)}`)
  try {
    return Manifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')))
  } catch (error) {
    // A back-up can be read by whoever took it alone, and in a container one is somebody else.
    if (codeOf(error) === 'EACCES')
      throw new RefusedError('no-backup', `this user may not read ${join(folder, MANIFEST)}`)
    throw new RefusedError('no-backup', `${folder} is not a back-up that this version can read`)
  }
}

/** Where the rows of a table are. */
export const fileOf = (folder: string, { name }: Pick<BackedUpTable, 'name'>): string =>
  join(folder, 'tables', `${name}.copy`)
