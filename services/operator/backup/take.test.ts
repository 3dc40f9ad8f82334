import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startTestObjectStorage, type TestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { rebuildBeside } from '@forecourt/query/projection/rebuild.ts'
import { World } from '@forecourt/query/testing/world.ts'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EXIT } from '../cli/command.ts'
import { openPlatform } from '../platform.ts'
import { settingsOf, storageSettings } from '../testing/command-line.ts'
import { takeBackup } from './take.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** What one file may hold, in the 512 bytes that a shell counts by: some shells count by 1,024. */
const LARGEST_FILE = 64

/** What is said in the end. */
const tooLarge = () =>
  `forecourt: ${join(folder, 'backup')} cannot be written: a file would be larger than the system allows\n`

const contract = (at: number) => `contracts/${String(at).padStart(38, '0')}/full`

let world: World
let storage: TestObjectStorage
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-take-'))
  storage = await startTestObjectStorage()
  const objects = createObjectStorage(storage.config)
  await objects.ensureBucket()
  objects.close()
  world = await World.create()
})
afterEach(async () => {
  await world[Symbol.asyncDispose]()
  await storage.stop()
  rmSync(folder, { recursive: true })
})

it('a back-up whose files are stored and whose list of them cannot be written fails, and nothing of it stays', async () => {
  const objects = createObjectStorage(storage.config)
  // The list has some 200 bytes for each.
  for (const at of Array(400).keys()) {
    await objects.put(contract(at), Buffer.from('x'), { contentType: 'application/pdf' })
  }
  objects.close()
  expect(await backUpInLittleRoom()).toMatchObject({ code: EXIT.failed, errors: expect.stringContaining(tooLarge()) })
  expect(readdirSync(folder)).toEqual([])
})

it('nor does anything stay of one with a table that cannot be written', async () => {
  await world.pool.query(`
    insert into reactions.requests (booking_id, revision)
    select gen_random_uuid()::text, at from generate_series(1, 100000) at`)
  expect(await backUpInLittleRoom()).toMatchObject({ code: EXIT.failed, errors: expect.stringContaining(tooLarge()) })
  expect(readdirSync(folder)).toEqual([])
})

it('a read model that is replaced meanwhile is no fingerprint of what the screens show, and fails no back-up', async () => {
  world.project()
  await world.story.vehicle(await world.story.business('Harbour Hire'), 'VW Golf')
  await world.projecting()
  await world.caughtUp()
  const platform = await openPlatform({ ...settingsOf(world), ...storageSettings(storage) })
  const progress = { signal: new AbortController().signal, report: () => {}, busy: () => {} }
  try {
    const whole = await takeBackup(platform, join(folder, 'whole'), progress)
    expect(whole.screens?.tables).toHaveProperty('vehicles')
    const replaced = await takeBackup(
      { ...platform, pool: replacing(platform.pool) },
      join(folder, 'replaced'),
      progress,
    )
    expect(replaced).toMatchObject({ screens: null, tables: whole.tables.map(({ name, rows }) => ({ name, rows })) })
  } finally {
    await platform.close()
  }
})

/** The pool, of which the first question is followed by a rebuild. */
function replacing(pool: pg.Pool): pg.Pool {
  let asked = 0
  const query = async (sql: string, values: unknown[]) => {
    const answer = await pool.query(sql, values)
    asked += 1
    const projection = { ...world.projection('read'), eventLog: world.eventLog }
    if (asked === 1) await rebuildBeside(projection, { anew: true, swap: () => true })
    return answer
  }
  return Object.assign(Object.create(pool), { query })
}

/** The program itself, because an error that nobody hears ends a process. */
async function backUpInLittleRoom() {
  const { PATH = '', HOME = '' } = process.env
  const script = `ulimit -f ${LARGEST_FILE}; exec "$0" "$@"`
  const child = spawn('sh', ['-c', script, process.execPath, MAIN, 'backup', '--out', join(folder, 'backup')], {
    env: { PATH, HOME, ...settingsOf(world), ...storageSettings(storage) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const errors = await text(child.stderr)
  return { code: await ended, errors }
}
