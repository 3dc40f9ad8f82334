import { randomBytes } from 'node:crypto'
import { createCore } from '@forecourt/command/log/core.ts'
import { VEHICLE_IMAGE_WIDTHS } from '@forecourt/contracts/upload.ts'
import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import { EVERYTHING, type Recorded } from '@forecourt/event-log/port.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { isVehicleImageOf, renditionKey, storageKey, widthOfPicture } from '@forecourt/kit/object-path.ts'
import { createObjectStorage, type ObjectStorage } from '@forecourt/kit/object-storage.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestObjectStorage, type TestObjectStorage } from '../testing/object-storage.ts'
import { createTestDatabase, createTestPool, type TestDatabase } from '../testing/postgres.ts'
import { type Seeder, seedTenant } from './seed.ts'
import { DEMO_TENANTS } from './tenants.ts'

const [, northern] = DEMO_TENANTS
if (northern === undefined) throw new Error('there is a second demo tenant')

const Added = z.object({ businessId: z.string(), details: z.object({ imagePath: z.string() }) })

const now = new Date('2026-11-21T12:00:00Z')
const lookupKey = randomBytes(32).toString('base64')
const masterKey = randomBytes(32).toString('base64')

let database: TestDatabase
let files: TestObjectStorage
let storage: ObjectStorage
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  files = await startTestObjectStorage()
  storage = createObjectStorage(files.config)
  await storage.ensureBucket()
  pool = createTestPool({ connectionString: database.url })
})

afterAll(async () => {
  await pool.end()
  storage.close()
  await files.stop()
  await database.drop()
})

/** A process of its own would have nothing in memory: neither has this. After so many appends it is killed. */
async function inNewProcess<T>(
  use: (seeder: Seeder) => Promise<T>,
  killedAfter = Number.POSITIVE_INFINITY,
): Promise<T> {
  const log = await openEventLog({ databaseUrl: database.url })
  const vault = createVault({ connectionString: database.url, masterKey, lookupKey })
  let appends = 0
  const mortal: typeof log = {
    canBuildAhead: log.canBuildAhead,
    append: async (...args) => {
      appends += 1
      if (appends > killedAfter) throw new Error('killed')
      return await log.append(...args)
    },
    read: (...args) => log.read(...args),
    readAll: (...args) => log.readAll(...args),
    follow: (...args) => log.follow(...args),
    head: () => log.head(),
    close: () => log.close(),
  }
  try {
    const core = createCore({ log: mortal, vault, lookupKey: keyFromBase64(lookupKey) })
    return await use({ core, pool, storage })
  } finally {
    await log.close()
    await vault.close()
  }
}

async function everything(): Promise<Recorded[]> {
  return await inNewProcess(async ({ core }) => await Array.fromAsync(core.log.readAll('start', EVERYTHING)))
}

describe('seeding the demo', () => {
  test('broken off again and again, it is complete in the end and nothing is in the log twice', async () => {
    for (const killedAfter of [1, 3, 9]) {
      await expect(inNewProcess((seeder) => seedTenant(seeder, northern, now), killedAfter)).rejects.toThrow('killed')
    }
    expect(await inNewProcess((seeder) => seedTenant(seeder, northern, now))).toBe(true)
    const complete = await everything()
    expect(await inNewProcess((seeder) => seedTenant(seeder, northern, now))).toBe(true)

    expect(await everything()).toEqual(complete)
    const count = (type: string) => complete.filter((event) => event.type === type).length
    expect(count('BusinessOnboarded')).toBe(1)
    expect(count('UserRegistered')).toBe(1)
    expect(count('VehicleAddedToFleet')).toBe(4)
    expect(count('BookingRequested')).toBeGreaterThan(8)
    expect(new Set(complete.map(({ metadata }) => metadata.commandId)).size).toBeGreaterThan(20)
  })

  test('it is history brought in from elsewhere: no mail is due for it, and all of it is over', async () => {
    const events = await everything()

    expect(new Set(events.map(({ metadata }) => metadata.actorKind))).toEqual(new Set(['import']))
    const latest =
      events
        .map(({ metadata }) => metadata.occurredAt ?? '')
        .toSorted()
        .at(-1) ?? ''
    expect(Date.parse(latest)).toBeLessThanOrEqual(now.getTime())
  })

  test('each vehicle has a picture of its business’s own, in every width that a picture can have', async () => {
    const key = keyFromBase64(lookupKey)
    const fleet = (await everything())
      .filter(({ type }) => type === 'VehicleAddedToFleet')
      .map(({ data }) => Added.parse(JSON.parse(data)))
    expect(fleet).toHaveLength(4)
    for (const { businessId, details } of fleet) {
      const path = details.imagePath
      if (!isVehicleImageOf(key, businessId, path)) throw new Error(`${path} is not a picture of ${businessId}`)
      expect(widthOfPicture(path)).toBe(Math.max(...VEHICLE_IMAGE_WIDTHS))
      const stored = await Promise.all(
        [storageKey(path), ...VEHICLE_IMAGE_WIDTHS.slice(0, -1).map((width) => renditionKey(path, width))].map(
          async (each) => (await storage.head(each))?.contentType,
        ),
      )
      expect(stored).toEqual(VEHICLE_IMAGE_WIDTHS.map(() => 'image/webp'))
    }
  })

  test('a business that has the slug already is left alone', async () => {
    const before = await everything()
    const other = { ...northern, name: 'Somebody else' }

    expect(await inNewProcess((seeder) => seedTenant(seeder, other, now))).toBe(false)

    expect(await everything()).toEqual(before)
  })
})
