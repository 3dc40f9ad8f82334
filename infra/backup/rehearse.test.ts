import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { takeBackup } from '@forecourt/operator/backup/take.ts'
import { openPlatform } from '@forecourt/operator/platform.ts'
import { settingsOf, storageSettings } from '@forecourt/operator/testing/command-line.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { expect, it, onTestFinished } from 'vitest'
import { startTestObjectStorage } from '../testing/object-storage.ts'
import { type Environment, rehearse } from './rehearse.ts'

const progress = { signal: new AbortController().signal, report: () => {}, busy: () => {} }

it('a back-up can be rehearsed while one master key replaces the other, and not with a third', async () => {
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
  const environment = { ...settingsOf(world), ...storageSettings(storage) }
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
