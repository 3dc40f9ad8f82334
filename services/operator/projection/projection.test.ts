import type { Car } from '@forecourt/query/testing/rental.ts'
import { World } from '@forecourt/query/testing/world.ts'
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
      out: expect.stringMatching(/^The screens show all that is in the log, up to position \d+\.$/),
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
