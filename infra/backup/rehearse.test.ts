import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicKeyOf } from '@forecourt/event-log/seals/keys.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { takeBackup } from '@forecourt/operator/backup/take.ts'
import { openPlatform } from '@forecourt/operator/platform.ts'
import { settingsOf, storageSettings } from '@forecourt/operator/testing/command-line.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { expect, it, onTestFinished } from 'vitest'
import { startTestObjectStorage } from '../testing/object-storage.ts'
import { ROOT } from '../verify/project.ts'
import { type Environment, rehearse } from './rehearse.ts'

const progress = { signal: new AbortController().signal, report: () => {}, busy: () => {} }

it('a back-up can be rehearsed while one master key replaces the other, and not with a third', async () => {
  const { folder, world, environment } = await installation()
  const platform = await openPlatform(environment)
  onTestFinished(() => platform.close())
  await takeBackup(platform, join(folder, 'backup'), progress)

  const opens = async (keys: Environment) => {
    for await (const { what, isWell } of rehearse(join(folder, 'backup'), { ...environment, ...keys }, progress))
      if (what === 'keys') return isWell
    return undefined
  }
  const another = randomBytes(32).toString('base64')
  expect(await opens({ MASTER_KEY: another, OTHER_MASTER_KEY: world.masterKey })).toBe(true)
  expect(await opens({ MASTER_KEY: another })).toBe(false)
})

it('what a rehearsal that was killed has left is removed by the next one, and nothing of one that is under way', async () => {
  const { folder, world, environment } = await installation()
  const left = async () => {
    const { rows } = await world.pool.query<{ name: string }>(
      "select datname as name from pg_database where datname ~ ('^rehearsal_' || left(md5(current_database()), 8))",
    )
    return [...rows.map(({ name }) => name), ...readdirSync(folder)]
  }
  const start = () => {
    const child = spawn(process.execPath, ['infra/backup/rehearse-main.ts'], {
      cwd: ROOT,
      env: { ...process.env, ...environment, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const underWay = start()
  // Once it has said something, the data is restored.
  await once(underWay.stdout, 'data')
  underWay.kill('SIGSTOP')
  const itsOwn = await left()
  expect(itsOwn).toHaveLength(2)

  expect(await ended(start())).toBe(0)
  expect(await left()).toEqual(itsOwn)

  const killed = ended(underWay)
  underWay.kill('SIGKILL')
  await killed
  expect(await left()).toEqual(itsOwn)
  expect(await ended(start())).toBe(0)
  expect(await left()).toEqual([])
})

/** A business with a request, and a folder for what is temporary. */
async function installation() {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-rehearse-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const storage = await startTestObjectStorage()
  onTestFinished(() => storage.stop())
  const objects = createObjectStorage(storage.config)
  await objects.ensureBucket()
  objects.close()
  const world = await World.create()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const golf = await world.story.vehicle(await world.story.business('Harbour Hire'), 'VW Golf')
  await world.story.request(golf, '2027-01-08', '2027-01-10')
  const seals = { SEAL_PUBLIC_KEYS: publicKeyOf(randomBytes(32).toString('base64')) }
  return { folder, world, environment: { ...settingsOf(world), ...storageSettings(storage), ...seals } }
}

/** @returns its exit code */
const ended = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0]
