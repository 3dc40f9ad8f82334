import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { readManifest, SEALS } from '@forecourt/operator/backup/manifest.ts'
import { putBack } from '@forecourt/operator/backup/put-back.ts'
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
  const progress = { signal, report: () => {}, busy: () => {} }
  await putBack(folder, manifest, { databaseUrl: database.url, storage }, progress)
  const seals = join(folder, SEALS)
  if (existsSync(seals)) copyFileSync(seals, join(dataFolder, 'seals.jsonl'))
  withoutDemo(settings)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${rows} rows and ${manifest.objects.count} files are what they were at ${manifest.takenAt}.`)
  console.log('Next: npm start, then npm run forecourt -- privacy reapply, diff and verify.')
}

try {
  await main(process.argv[2])
} catch (error) {
  console.error(`✗ ${error instanceof StoppedError ? error.message : describeFailure(error)}`)
  process.exitCode = error instanceof StoppedError ? EXIT.stopped : 1
}
// PostgreSQL's keeper holds handles of its own.
process.exit()
