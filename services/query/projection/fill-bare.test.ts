import { setTimeout as pause } from 'node:timers/promises'
import { EVERYTHING, parsePosition, type Recorded } from '@forecourt/event-log/port.ts'
import { expect, it, onTestFinished } from 'vitest'
import { World } from '../testing/world.ts'
import { compareReadModels } from './compare.ts'
import { completeReadModel } from './complete.ts'
import { fillBare } from './fill-bare.ts'
import { Inbox } from './inbox.ts'
import { createBareReadModel } from './schema.ts'

const STRETCH = 5

it('rows that change again in a later stretch, or only there, are those of the projector', async () => {
  const world = await World.create()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const projector = world.project()
  onTestFinished(() => projector.stop())
  const { story } = world
  const tenant = await story.business('Harbour Hire')
  const cars = [await story.vehicle(tenant, 'A'), await story.vehicle(tenant, 'B')] as const
  const first = await story.request(cars[0], '2026-06-01', '2026-06-03', { email: 'ada@renter.example' })
  const others = [
    await story.request(cars[1], '2026-06-01', '2026-06-03', { email: 'ada@renter.example' }),
    await story.request(cars[1], '2026-06-05', '2026-06-07', { email: 'ben@renter.example' }),
  ] as const
  await story.approve(others[0])
  await story.replaceLicence(first, '/objects/licences/first')
  await story.approve(first)
  await story.noteDown(first, 'keys at the desk')
  await story.reject(others[1])
  await story.deleteLicence(first, '/objects/licences/first')
  await story.complete(others[0])
  await story.request(cars[0], '2026-07-01', '2026-07-03', { email: 'ben@renter.example' })
  await story.erase(others[1])
  await story.complete(first)
  await world.caughtUp()

  const start = parsePosition('0')
  if (start === undefined) throw new Error('no log begins before 0')
  const inbox = new Inbox()
  /** Some events at a time, so that a batch is no longer than a stretch. */
  async function* slowly(): AsyncGenerator<Recorded> {
    let given = 0
    for await (const event of world.eventLog.readAll('start', EVERYTHING)) {
      yield event
      given += 1
      if (given % STRETCH === 0) await pause(40)
    }
  }
  const receiving = inbox.receive(slowly())
  await createBareReadModel(world.pool, 'stretched')
  const projection = { ...world.projection('stretched'), onPoison: 'stop' } as const
  const filled = await fillBare(projection, start, inbox, STRETCH)
  await receiving
  expect(filled).toEqual({ outcome: 'ended', position: await world.eventLog.head() })
  await completeReadModel(world.pool, 'stretched', projection.log)
  expect(await compareReadModels(world.pool, 'read', 'stretched')).toEqual([])
})
