import { CONFIG, readConfig } from '@forecourt/kit/config.ts'
import { z } from 'zod'
import { describeFailure } from './embedded/failure.ts'
import { prepareDatabase } from './embedded/prepare-database.ts'
import { prepareStorage } from './embedded/prepare-storage.ts'

/**
 * Prepares what a deployment's services stand on, and ends: migrates the database and, when `S3_ENDPOINT` is given, makes
 * the bucket. Run once before the services start. Safe to run again, and twice at once.
 */
const Database = CONFIG.projector.pick({ DATABASE_URL: true }).extend({ QUERY_PASSWORD: z.string() })
const Files = CONFIG.command.pick({
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
  S3_BUCKET: true,
})

async function main(): Promise<void> {
  const { DATABASE_URL, QUERY_PASSWORD } = readConfig(Database, process.env)
  const files = (process.env.S3_ENDPOINT ?? '') === '' ? undefined : readConfig(Files, process.env)

  const names = await prepareDatabase(DATABASE_URL, QUERY_PASSWORD)
  console.log(names.length === 0 ? 'The database is up to date.' : `Migrated: ${names.join(', ')}`)
  if (files === undefined) return
  await prepareStorage({
    endpoint: files.S3_ENDPOINT,
    region: files.S3_REGION,
    accessKeyId: files.S3_ACCESS_KEY_ID,
    secretAccessKey: files.S3_SECRET_ACCESS_KEY,
    bucket: files.S3_BUCKET,
  })
  console.log(`The bucket ${files.S3_BUCKET} is there.`)
}

try {
  await main()
} catch (error) {
  console.error(`migrate: ${describeFailure(error)}`)
  process.exitCode = 1
}
