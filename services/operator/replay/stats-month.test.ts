import { slugClaimStream } from '@forecourt/domain/streams.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlatform } from '../platform.ts'
import { settingsOf, typed } from '../testing/command-line.ts'
import { at } from './at.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
  const { story } = world
  const harbour = await story.business('Harbour Hire')
  const claim = { type: 'NameClaimed', data: { kind: 'slug', ownerId: harbour.businessId } }
  await story.append(slugClaimStream(harbour.slug), harbour.businessId, [claim])
  const golf = await story.vehicle(harbour, 'VW Golf')
  await story.approve(await story.request(golf, '2025-06-10', '2025-06-12'))
})
afterAll(() => world[Symbol.asyncDispose]())

const recordedOn = (recordedAt: Date, log: EventLog): EventLog => ({
  ...log,
  async *readAll(after, filter) {
    for await (const event of log.readAll(after, filter)) yield { ...event, recordedAt }
  },
})

/** The platform, on which a booking of June 2025 was approved in April of that year. */
async function connect() {
  const platform = await openPlatform(settingsOf(world))
  const log = recordedOn(new Date('2025-04-01T00:00Z'), platform.core.log)
  return { ...platform, core: { ...platform.core, log } }
}

async function statsAt(instant: string): Promise<unknown> {
  const { out } = await typed(['at', instant, 'stats', '--business', 'harbour-hire', '--json'], [at], connect)
  return JSON.parse(out).answer
}

it('figures without a month are of the one that the instant is in by the clocks of the business', async () => {
  expect(await statsAt('2025-06-01 00:30')).toMatchObject({ revenue: '90.00' })
  expect(await statsAt('2025-05-31T22:59:59Z')).toMatchObject({ revenue: '0.00' })
  expect(await statsAt('2025-06-30T23:00Z')).toMatchObject({ revenue: '0.00' })
})
