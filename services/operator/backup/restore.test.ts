import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestObjectStorage, type TestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { createTestDatabase, createTestPool } from '@forecourt/infra/testing/postgres.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openPlatform } from '../platform.ts'
import { settingsOf, storageSettings, typed } from '../testing/command-line.ts'
import { MANIFEST, SEALS } from './manifest.ts'
import { restore } from './restore.ts'
import { backup } from './take.ts'

let world: World
let storage: TestObjectStorage
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-restore-'))
  storage = await startTestObjectStorage()
  const objects = createObjectStorage(storage.config)
  await objects.ensureBucket()
  objects.close()
  world = await World.create()
  await world.story.business('Harbour Hire')
  await world.pool.query("insert into reactions.checkpoint (reactor, position) values ('mail', 900)")
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await storage.stop()
  rmSync(folder, { recursive: true })
})

const settings = (url = world.database.url) => ({
  ...settingsOf(world),
  DATABASE_URL: url,
  ...storageSettings(storage),
})

/** A back-up of the world. @param more what the operator has set besides */
async function backUp(name: string, more: Readonly<Record<string, string>> = {}) {
  const path = join(folder, name)
  const { exit, out } = await typed(['backup', '--out', path], [backup], { ...settings(), ...more })
  expect(exit).toBe(0)
  return { path, out }
}

/** An empty installation, and how far its mails were looked for. */
async function emptyOne() {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const pool = createTestPool({ connectionString: database.url, max: 1 })
  onTestFinished(() => pool.end())
  const mailsLookedFor = async () => (await pool.query('select position::int as at from reactions.checkpoint')).rows
  return { url: database.url, mailsLookedFor }
}

/** The back-up as if its events had been in EventStoreDB, which has back-ups of its own. */
function withoutEvents(path: string): void {
  const file = join(path, MANIFEST)
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), hasLog: false }))
}

it('a restore has the book of the workers end with a log that did not come along', async () => {
  const { path } = await backUp('without-log')
  withoutEvents(path)
  const { url, mailsLookedFor } = await emptyOne()
  expect(await typed(['restore', path], [restore], settings(url))).toMatchObject({ exit: 0 })
  expect(await mailsLookedFor()).toEqual([{ at: 0 }])
})

it('a restore after which the log does not answer says what is left to do, as it cannot be begun again', async () => {
  const { path } = await backUp('silent-log')
  withoutEvents(path)
  const { url, mailsLookedFor } = await emptyOne()
  const { exit, out } = await typed(['restore', path], [restore], async () => {
    const platform = await openPlatform(settings(url))
    return { ...platform, core: { ...platform.core, log: { ...platform.core.log, head: isAway } } }
  })
  expect(exit).toBe(1)
  expect(out).toContain('(the log is away): "forecourt rewind" before anything starts.')
  expect(await mailsLookedFor()).toEqual([{ at: 900 }])
})

async function isAway(): Promise<never> {
  throw new Error('the log is away')
}

it('a back-up whose seals are damaged is refused before anything is written', async () => {
  const file = join(folder, 'kept.jsonl')
  writeFileSync(file, '{"seal":1}\n')
  const { path, out } = await backUp('sealed', { SEAL_FILE: file })
  expect(out).not.toContain('The seals are not in it')
  appendFileSync(join(path, SEALS), 'x')
  const { url, mailsLookedFor } = await emptyOne()
  expect(await typed(['restore', path], [restore], settings(url))).toMatchObject({
    exit: 3,
    errors: expect.stringContaining(`${join(path, SEALS)} is not what was backed up`),
  })
  expect(await mailsLookedFor()).toEqual([])
})

it('a back-up without seals says so, and why', async () => {
  expect((await backUp('unset')).out).toContain('The seals are not in it: SEAL_FILE is not set.')
  const missing = join(folder, 'missing.jsonl')
  expect((await backUp('gone', { SEAL_FILE: missing })).out).toContain(`not in it: ${missing} is not there.`)
})
