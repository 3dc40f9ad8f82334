import { beginFilling } from '@forecourt/query/projection/filling.ts'
import { createBareReadModel, dropReadModel } from '@forecourt/query/projection/schema.ts'
import type { Car } from '@forecourt/query/testing/rental.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { REACTOR } from '@forecourt/workers/reactor/reading.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsOf, typed } from '../testing/command-line.ts'
import { lag } from './lag.ts'
import { parkedList, parkedRelease } from './parked.ts'

let world: World
let golf: Car

beforeAll(async () => {
  world = await World.create()
  golf = await world.story.vehicle(await world.story.business('Harbour Hire'), 'VW Golf')
})
afterAll(() => world[Symbol.asyncDispose]())

const forecourt = async (...line: string[]) => await typed(line, [lag, parkedList, parkedRelease], settingsOf(world))

describe('how far the screens are behind', () => {
  it('is said in seconds and positions, and is amiss beyond what is allowed', async () => {
    expect(await forecourt('lag')).toMatchObject({ exit: 3, out: 'forecourt: there is no read model yet' })
    const projector = world.project()
    await world.projecting()
    await world.caughtUp()
    expect(await forecourt('lag', '--most', '0')).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^The screens show all that is in the log, up to position \d+\.$/m),
    })
    await projector.stop()
    await world.story.request(golf, '2026-12-08', '2026-12-10')
    const behind = await forecourt('lag', '--json')
    expect(behind.exit).toBe(0)
    expect(JSON.parse(behind.out).seconds).toBeGreaterThan(0)
    expect((await forecourt('lag', '--most', '0')).exit).toBe(1)
    expect(await forecourt('lag', '--most', 'soon')).toMatchObject({ exit: 2 })
  })
})

describe('how far a read model is that is made anew', () => {
  it('is said as well, however the log is read for it', async () => {
    const head = await world.eventLog.head()
    const made = async () => (await forecourt('lag')).out.split('\n').find((line) => line.includes('made anew'))
    expect(await made()).toBeUndefined()
    await createBareReadModel(world.pool, 'read_next')
    expect(await made()).toBe(`Beside it a read model is made anew: 0 of ${head} events (0 %) are in it.`)
    await beginFilling(world.pool, 'read_next', head)
    await world.pool.query('update read_next.filling set events = up_to - 1')
    const percent = ((head - 1n) * 100n) / head
    expect(await made()).toBe(
      `Beside it a read model is made anew: ${head - 1n} of ${head} events (${percent} %) are in it.`,
    )
    expect(JSON.parse((await forecourt('lag', '--json')).out).next).toEqual({
      done: String(head - 1n),
      all: String(head),
    })
    await dropReadModel(world.pool, 'read_next')
  })
})

describe('how far the workers are behind with looking for mails', () => {
  it('is said as well: what waits in the log is in no queue', async () => {
    expect((await forecourt('lag')).out).toMatch(/^For mails and documents, it was looked at up to position 0; /m)
    expect(JSON.parse((await forecourt('lag', '--json')).out).mailSeconds).toBeGreaterThan(0)
    const read = [REACTOR, String(await world.eventLog.head())]
    await world.pool.query('insert into reactions.checkpoint (reactor, position) values ($1, $2)', read)
    expect((await forecourt('lag')).out).toMatch(/^For mails and documents, all of it was looked at\.$/m)
  })
})

describe('a stream that cannot be projected', () => {
  it('is shown with its reason, and parked again while its event is what it is', async () => {
    world.project()
    await world.caughtUp()
    expect(await forecourt('parked', 'list')).toMatchObject({ exit: 0, out: 'No stream is parked.' })
    await world.story.somethingBroken(golf)
    await world.caughtUp()
    const stream = `rent.schedule-${golf.vehicleId}`
    const { exit, out } = await forecourt('parked', 'list')
    expect(exit).toBe(1)
    expect(out).toContain(`${stream}: BookingCompleted at revision 1, 1 waiting: `)
    expect(out).not.toContain('CANARY')
    expect((await forecourt('lag', '--most', '600')).exit).toBe(1)
    expect(await forecourt('parked', 'release', stream)).toMatchObject({
      exit: 1,
      out: expect.stringContaining('is parked again'),
    })
    expect(await forecourt('parked', 'release', 'rent.schedule-nothing')).toMatchObject({ exit: 3 })
  })
})
