import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { type Manifest, readManifest, SEALS } from '@forecourt/operator/backup/manifest.ts'
import { putBack } from '@forecourt/operator/backup/put-back.ts'
import { endBookAfterRestore } from '@forecourt/operator/backup/rewind.ts'
import { EXIT, StoppedError } from '@forecourt/operator/cli/command.ts'
import { stopAsked } from '@forecourt/operator/cli/stop-asked.ts'
import { CannotStart } from '../embedded/cannot-start.ts'
import { lockDataFolder, openDataFolder } from '../embedded/data-folder.ts'
import { withoutDemo } from '../embedded/demo-data.ts'
import { describeFailure } from '../embedded/failure.ts'
import { openDatabase, openStorage } from '../embedded/parts.ts'
import { migrateDatabase } from '../embedded/prepare-database.ts'
import { keepSecrets } from '../embedded/secrets.ts'
import { readSettings } from '../embedded/settings.ts'

const QUIET = createLog({ service: 'restore', level: 'silent' })

/**
 * `npm run restore -- FOLDER`: makes the data folder of `npm start` from a back-up, when the old one is lost. Beside a real
 * database and storage, `forecourt restore` does it.
 */
async function main(folder: string | undefined): Promise<void> {
  const signal = stopAsked()
  if (folder === undefined) throw new CannotStart('Say which back-up: npm run restore -- FOLDER')
  const manifest = readManifest(folder)
  const settings = readSettings(process.env)
  const { dataFolder, given } = settings
  if (!existsSync(join(dataFolder, 'secrets.json'))) {
    throw new CannotStart(`Put the secrets.json of the lost installation into ${dataFolder} first: no back-up has it.`)
  }
  await using opened = new AsyncDisposableStack()
  openDataFolder(dataFolder)
  opened.defer(lockDataFolder(dataFolder))
  const secrets = keepSecrets(dataFolder, process.env)
  const files = opened.use(await openStorage(settings, secrets, console.log))
  const database = opened.use(await openDatabase(settings, secrets, console.log))
  await migrateDatabase(database, secrets)
  const storage = createObjectStorage({
    endpoint: files.endpoint,
    region: given.S3_REGION,
    accessKeyId: files.keyId,
    secretAccessKey: files.secretKey,
    bucket: given.S3_BUCKET,
  })
  opened.defer(async () => storage.close())
  await storage.ensureBucket()
  const log = await logElsewhere(manifest, database.url, given.EVENTSTORE_URL)
  opened.defer(async () => log?.close())
  const progress = { signal, report: () => {}, busy: () => {} }
  await putBack(folder, manifest, { databaseUrl: database.url, storage }, progress)
  putSeals(folder, join(dataFolder, 'seals.jsonl'))
  withoutDemo(settings)
  if (log !== undefined) {
    const pool = createPgPool({
      connectionString: database.url,
      applicationName: 'forecourt restore',
      max: 1,
      log: QUIET,
    })
    opened.defer(() => pool.end())
    const undone = await endBookAfterRestore(pool, log, progress)
    if (undone !== undefined) {
      console.error(`The workers' book does not end where the log does yet (${undone}).`)
      console.error('Once the log answers: npm start, npm run forecourt -- rewind, and npm start once more.')
      process.exitCode = 1
    }
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${rows} rows and ${manifest.objects.count} files are what they were at ${manifest.takenAt}.`)
  console.log('Next: npm start, then npm run forecourt -- privacy reapply, diff and verify.')
}

/**
 * The log that the events of the back-up are in, which has to answer before anything is written; undefined when they came along.
 * Rows of another time than the events make the workers look for mails in vain, or not at all: their book has to end with the log.
 */
async function logElsewhere(manifest: Manifest, databaseUrl: string, eventStoreUrl: string | undefined) {
  if (manifest.hasLog) return undefined
  if (eventStoreUrl === undefined)
    throw new CannotStart('The events are not in this back-up: say where they are with EVENTSTORE_URL.')
  const log = await openEventLog({ eventStoreUrl, databaseUrl })
  try {
    await log.head()
    return log
  } catch (error) {
    await log.close()
    throw error
  }
}

/** A file that is there already was kept apart from the back-up: it may know of more, and is evidence. */
function putSeals(folder: string, file: string): void {
  const seals = join(folder, SEALS)
  if (!existsSync(seals)) return
  if (existsSync(file)) console.log(`${file} is there and stays; the back-up's is ${seals}.`)
  else copyFileSync(seals, file)
}

try {
  await main(process.argv[2])
} catch (error) {
  console.error(`✗ ${error instanceof StoppedError ? error.message : describeFailure(error)}`)
  process.exitCode = error instanceof StoppedError ? EXIT.stopped : 1
}
// PostgreSQL's keeper holds handles of its own.
process.exit()
