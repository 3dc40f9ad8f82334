import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventLog } from '@forecourt/event-log/port.ts'
import { publicKeyOf } from '@forecourt/event-log/seals/keys.ts'
import type { Tenant } from '@forecourt/query/testing/rental.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatform } from '../platform.ts'
import { settingsOf, typed } from '../testing/command-line.ts'
import { sealAll } from './testing/seal-all.ts'
import { verify } from './verify.ts'

const seed = randomBytes(32).toString('base64')
let world: World
let folder: string
let file: string
let tenant: Tenant

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-beside-'))
  file = join(folder, 'seals.jsonl')
  world = await World.create()
  world.project()
  tenant = await world.story.business('Harbour Hire')
  await world.story.vehicle(tenant, 'VW Golf')
  await sealAll(world, seed, file)
  await world.projecting()
  await world.caughtUp()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

/** Verifies; after the first event was read, something happens. */
async function verifyWhile(happens: () => Promise<void>, sealFile = file) {
  const settings = { ...settingsOf(world), SEAL_PUBLIC_KEYS: publicKeyOf(seed), SEAL_FILE: sealFile }
  const connect = async () => {
    const platform = await openPlatform(settings)
    const { log } = platform.core
    let happened = false
    const slowly: EventLog = {
      ...log,
      async *readAll(after, filter) {
        for await (const event of log.readAll(after, filter)) {
          yield event
          if (!happened) await happens()
          happened = true
        }
      },
    }
    return { ...platform, core: { ...platform.core, log: slowly } }
  }
  return await typed(['verify'], [verify], connect)
}

describe('verify passes while', () => {
  it('events are appended and shown', async () => {
    const verified = await verifyWhile(async () => {
      await world.story.vehicle(tenant, 'VW Polo')
      await world.caughtUp()
    })
    expect(verified).toMatchObject({ exit: 0, out: expect.stringMatching(/^All \d+ sealed events are what they were/) })
  })

  it('what is new is sealed', async () => {
    const verified = await verifyWhile(async () => {
      await world.story.vehicle(tenant, 'VW Up')
      await sealAll(world, seed, file)
    })
    expect(verified).toMatchObject({ exit: 0, out: expect.stringMatching(/^All \d+ sealed events are what they were/) })
    expect((await verifyWhile(async () => {})).exit).toBe(0)
  })
})

it('verify says what it cannot see where there are no seals outside the database', async () => {
  const { exit, out } = await verifyWhile(async () => {}, '')
  expect(out).toContain('SEAL_FILE is not set: whoever cut off the end of the log')
  expect(exit).toBe(0)
})
