import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startTestObjectStorage, type TestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Browser } from './testing/browser.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const PATIENT = { timeout: 60_000 }
const Listening = z.object({ msg: z.literal('listening'), port: z.int() })

let database: TestDatabase
let objects: TestObjectStorage
const started: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  objects = await startTestObjectStorage()
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await objects.stop()
  await database.drop()
})

function run(environment: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  const exited = once(child, 'exit').then(([code]) => z.number().nullable().parse(code))
  let complaint = ''
  child.stderr.on('data', (bytes) => {
    complaint += String(bytes)
  })
  return { child, exited, complaint: () => complaint }
}

const environment = () => ({
  DATABASE_URL: database.url,
  MASTER_KEY: randomBytes(32).toString('base64'),
  LOOKUP_KEY: randomBytes(32).toString('base64'),
  PORT: '0',
  PUBLIC_URL: 'http://localhost:3000',
  SESSION_SECRET: 'a secret of at least thirty-two characters',
  S3_ENDPOINT: objects.config.endpoint,
  S3_ACCESS_KEY_ID: objects.config.accessKeyId,
  S3_SECRET_ACCESS_KEY: objects.config.secretAccessKey,
  S3_BUCKET: objects.config.bucket,
})

describe('the command process', { timeout: 240_000 }, () => {
  it('says in one line what its configuration lacks, and ends', async () => {
    const { exited, complaint } = run({ ...environment(), DATABASE_URL: '' })
    expect(await exited).toBe(1)
    expect(complaint()).toBe('command: DATABASE_URL is not set\n')
  })

  it('says where it listens, answers, and ends in order on SIGTERM', async () => {
    const { child, exited, complaint } = run(environment())
    let port = 0
    for await (const line of createInterface({ input: child.stdout })) {
      const said = Listening.safeParse(JSON.parse(line))
      if (said.success) {
        port = said.data.port
        break
      }
    }
    const answer = await new Browser(`http://127.0.0.1:${port}`).post('/api/auth/login', {
      email: 'nobody@example.com',
      password: randomUUID(),
      businessSlug: 'nowhere',
    })
    expect(answer.status).toBe(401)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(complaint()).toBe('')
  })

  it('says in its log that following the event log was interrupted, and ends all the same', async () => {
    const { child, exited } = run(environment())
    const said: string[] = []
    createInterface({ input: child.stdout }).on('line', (line) => said.push(line))
    const heard = (what: string) => () => said.some((line) => line.includes(what))
    await expect.poll(heard('"listening"'), PATIENT).toBe(true)
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    await owner.query('alter schema log rename to log_away')
    await expect.poll(heard('"following the event log was interrupted"'), PATIENT).toBe(true)
    await owner.query('alter schema log_away rename to log')
    await owner.end()
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })
})
