import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NEWEST_MIGRATION } from '@forecourt/kit/newest-migration.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { startTestObjectStorage } from './testing/object-storage.ts'
import { createTestDatabase, TEST_PASSWORD, type TestDatabase } from './testing/postgres.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await createTestDatabase()
  await query('drop table if exists public.migrations')
  folder = await mkdtemp(join(tmpdir(), 'forecourt-migrations-'))
})

afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const file = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = () => migrate(database.url, { folder })

describe('migrations', () => {
  test('run in the order of their numbers, once', async () => {
    await file('002-second.sql', 'alter table fruit add column colour text;')
    await file('001-first.sql', "create table fruit (name text); insert into fruit values ('pear');")

    expect(await run()).toEqual(['001-first.sql', '002-second.sql'])
    expect(await run()).toEqual([])
    expect(await query('select * from fruit')).toEqual([{ name: 'pear', colour: null }])
  })

  test('end with the one by which whoever looks at a database tells its version', async () => {
    const names = await readdir(fileURLToPath(new URL('migrations/', import.meta.url)))
    expect(names.toSorted().at(-1)).toBe(NEWEST_MIGRATION)
  })

  test('are run once when several processes start together', async () => {
    await file('001-first.sql', 'create table fruit (name text);')

    const runs = await Promise.all([run(), run(), run(), run()])

    expect(runs.flat()).toEqual(['001-first.sql'])
  })

  test('that fail leave nothing behind and stop what follows', async () => {
    await file('001-first.sql', 'create table fruit (name text);')
    await file('002-broken.sql', 'create table veg (name text); select nonsense;')
    await file('003-third.sql', 'create table nut (name text);')

    await expect(run()).rejects.toThrow('002-broken.sql failed: column "nonsense" does not exist')

    expect(
      await query(`select to_regclass('fruit') as fruit, to_regclass('veg') as veg, to_regclass('nut') as nut`),
    ).toEqual([{ fruit: 'fruit', veg: null, nut: null }])
    await file('002-broken.sql', 'create table veg (name text);')
    expect(await run()).toEqual(['002-broken.sql', '003-third.sql'])
  })

  test('that were edited after they ran are refused', async () => {
    await file('001-first.sql', 'create table fruit (name text);')
    await run()
    await file('001-first.sql', 'create table fruit (name text, colour text);')
    await file('002-second.sql', 'create table nut (name text);')

    await expect(run()).rejects.toThrow('001-first.sql was edited after it was run')

    expect(await query(`select to_regclass('nut') as nut`)).toEqual([{ nut: null }])
  })

  test('that a newer version ran are refused by an older one', async () => {
    await file('001-first.sql', 'create table fruit (name text);')
    await file('002-second.sql', 'create table nut (name text);')
    await run()
    await rm(join(folder, '002-second.sql'))

    await expect(run()).rejects.toThrow('it is newer')
  })

  test('cannot be slipped in below one that ran', async () => {
    await file('002-second.sql', 'create table nut (name text);')
    await run()
    await file('001-first.sql', 'create table fruit (name text);')

    await expect(run()).rejects.toThrow('001-first.sql is numbered below')
  })

  test('with the same number or a strange name are refused', async () => {
    await file('001-first.sql', 'select 1;')
    await file('001-other.sql', 'select 1;')
    await expect(run()).rejects.toThrow('Two migrations have the number')
    await rm(join(folder, '001-other.sql'))
    await file('2-second.sql', 'select 1;')
    await expect(run()).rejects.toThrow('not named like')
  })

  test('do not wait for ever for a server that accepts and says nothing', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : undefined

    await expect(migrate(`postgres://a:b@127.0.0.1:${port}/c`, { folder, connectWithinMs: 200 })).rejects.toThrow(
      'timeout expired',
    )

    silent.close()
  })
})

/** Runs the program that a deployment runs, with this environment and nothing else. */
const deploy = (environment: Record<string, string>) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const program = spawn(process.execPath, [fileURLToPath(new URL('migrate-main.ts', import.meta.url))], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [program.stdout, program.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    program.once('close', (code) => resolve({ code, output }))
  })

describe('the deployment’s migration', () => {
  test('says in one line what is not set', async () => {
    expect(await deploy({})).toEqual({
      code: 1,
      output: 'migrate: DATABASE_URL is not set; QUERY_PASSWORD is not set\n',
    })
  })

  test('makes the bucket of all files as well', async () => {
    const files = await startTestObjectStorage()
    const storage = createObjectStorage(files.config)
    const fresh = await createTestDatabase()
    expect(await storage.isReady()).toBe(false)

    const { code, output } = await deploy({
      DATABASE_URL: fresh.url,
      QUERY_PASSWORD: TEST_PASSWORD,
      S3_ENDPOINT: files.config.endpoint,
      S3_ACCESS_KEY_ID: files.config.accessKeyId,
      S3_SECRET_ACCESS_KEY: files.config.secretAccessKey,
      S3_BUCKET: files.config.bucket,
    })

    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('The bucket forecourt is there'),
    })
    expect(await storage.isReady()).toBe(true)
    storage.close()
    await files.stop()
    await fresh.drop()
  })
})
