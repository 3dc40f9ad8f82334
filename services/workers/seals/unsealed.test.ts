import { randomBytes } from 'node:crypto'
import { sealKey } from '@forecourt/event-log/seals/keys.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runSealer } from './sealer.ts'
import { unsealedSeconds } from './unsealed.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world[Symbol.asyncDispose]())

const inAnHour = () => new Date(Date.now() + 3_600_000)

it('an event that nobody seals grows older for all to see, until it is sealed', async () => {
  const { eventLog, log } = world
  const unsealed = unsealedSeconds(eventLog, inAnHour)
  expect(await unsealed()).toBe(0)
  const tenant = await world.story.business('Harbour Hire')
  expect(await unsealed()).toBeGreaterThan(3_500)

  const end = new AbortController()
  const key = sealKey(randomBytes(32).toString('base64'))
  const sealer = { eventLog, log, key, file: undefined, appVersion: '1.0.0', now: () => new Date(), every: 20 }
  const running = runSealer(sealer, end.signal)
  await vi.waitFor(async () => expect(await unsealed()).toBe(0), 60_000)
  end.abort()
  await running
  await world.story.vehicle(tenant, 'VW Golf')
  expect(await unsealed()).toBeGreaterThan(3_500)
})
