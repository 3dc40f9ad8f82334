import { randomBytes } from 'node:crypto'
import { bookingOf, createWorld, type Running, type Tenant, type World } from '@forecourt/command/testing/world.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { rewrap } from '@forecourt/event-log/vault/rewrap.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settingsOf, typed } from '../testing/command-line.ts'
import { rewrapKeys } from './rewrap.ts'

const fresh = randomBytes(32).toString('base64')
let world: World
/** Processes before and after their restart with the new key. */
let before: Running
let after: Running
let tenant: Tenant

beforeAll(async () => {
  world = await createWorld()
  before = await world.start({ masterKeys: { masterKey: world.masterKey, otherMasterKey: fresh } })
  after = await world.start({ masterKeys: { masterKey: fresh, otherMasterKey: world.masterKey } })
  tenant = await world.tenant(before)
})
afterAll(() => world.stop())

async function ask(process: Running, customerEmail: string): Promise<number> {
  const carId = await world.vehicle(before, tenant)
  return (await process.browser().post('/api/bookings', bookingOf(carId, world.licence(), { customerEmail }))).status
}

const forecourt = async (MASTER_KEY: string, OTHER_MASTER_KEY?: string, stop?: AbortSignal) =>
  await typed(
    ['privacy', 'rewrap'],
    [rewrapKeys],
    { ...settingsOf(world), MASTER_KEY, OTHER_MASTER_KEY },
    stop === undefined ? {} : { stop },
  )

it('a master key replaces another while both kinds of processes work, and a run that was stopped is gone on with', async () => {
  for (const [process, email] of [
    [before, 'ada@example.com'],
    [after, 'grace@example.com'],
    // Each has met the other's people.
    [after, 'ada@example.com'],
    [before, 'grace@example.com'],
  ] as const) {
    expect(await ask(process, email)).toBe(201)
  }
  const keys = { present: keyFromBase64(fresh), other: keyFromBase64(world.masterKey) }
  const first = await rewrap(before.pool, keys, 1).next()
  expect(first.value).toMatchObject({ seen: 1, shut: 0 })
  const stopped = await forecourt(fresh, world.masterKey, AbortSignal.abort())
  expect(stopped).toMatchObject({ exit: 130, out: expect.stringContaining('run the same command again') })
  expect(await forecourt(fresh, world.masterKey)).toMatchObject({
    exit: 0,
    out: expect.stringContaining('MASTER_KEY opens all of them.'),
  })

  // Both remember how the keys were wrapped before, and are told better by their next append.
  for (const process of [before, after]) {
    for (const email of ['ada@example.com', 'grace@example.com']) expect(await ask(process, email)).toBe(201)
  }
  const customers = (await world.events()).filter(({ type }) => type === 'BookingRequested')
  const subjects = [...new Set(customers.map(({ metadata }) => metadata.dataSubject ?? ''))]
  expect(subjects).toHaveLength(2)
  const vault = createVault({ connectionString: world.database.url, masterKey: fresh, lookupKey: world.lookupKey })
  expect([...(await vault.keysOf(subjects)).keys()].toSorted()).toEqual(subjects.toSorted())
  await vault.close()
  expect(await forecourt(fresh)).toMatchObject({ exit: 0, out: expect.stringContaining('Nothing needs') })
})

it('keys that neither of the two opens are counted and left as they are', async () => {
  const another = randomBytes(32).toString('base64')
  const { exit, out } = await forecourt(another)
  expect(exit).toBe(1)
  expect(out).toMatch(/^0 of (\d+) keys were wrapped anew\.\n\1 keys open with neither/)
  expect(await forecourt(fresh)).toMatchObject({ exit: 0 })
})
