import { createDatabase, type Database, type Queries } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { readBookedDates } from '../fleet/booked-dates.ts'
import { ensureReadModel } from '../projection/rebuild.ts'
import { opened } from '../testing/open.ts'
import type { Car } from '../testing/rental.ts'
import { World } from '../testing/world.ts'
import { openReadDatabase } from './read-database.ts'
import { readRows } from './reads.ts'

const NOW = new Date('2026-05-01T12:00:00Z')

const given = opened(async ({ story }) => {
  const cars = {
    ours: await story.vehicle(await story.business('Harbour Hire'), 'Ford Fiesta'),
    theirs: await story.vehicle(await story.business('Northern Wheels'), 'VW Golf'),
  }
  await story.approve(await story.request(cars.ours, '2026-06-01', '2026-06-03'))
  await story.approve(await story.request(cars.theirs, '2026-07-01', '2026-07-03'))
  return cars
})

const OURS = [{ pickup_date: '2026-06-01', dropoff_date: '2026-06-03' }]
const THEIRS = [{ pickup_date: '2026-07-01', dropoff_date: '2026-07-03' }]

/** The query service's role on a single connection: the plan that one read leaves is the next one's. */
async function oneConnection(world: World): Promise<Database> {
  const url = new URL(world.database.queryUrl)
  url.searchParams.set('options', '-csearch_path=read,public')
  const database = await createDatabase({ connectionString: url.href, applicationName: 'forecourt query', max: 1 })
  onTestFinished(() => database.end())
  return database
}

const datesOf = async (database: Queries, { vehicleId }: Car) =>
  await readRows(database, NOW, readBookedDates, { by: 'vehicle', vehicleId }, { vehicleId })

const Setting = z.object({ mode: z.string() })
const Plans = z.object({ generic_plans: z.bigint(), custom_plans: z.bigint() })
const plansOf = (database: Database) =>
  database.any(sql.type(Plans)`select generic_plans, custom_plans from pg_prepared_statements where name ^@ 'read_'`)

describe('a plan that is kept', () => {
  let database: Database
  beforeEach(async () => {
    database = await oneConnection(given().world)
  })

  it('is made once, and gives each tenant their own rows and nobody else’s', async () => {
    const { ours, theirs } = given()
    for (let time = 0; time < 4; time += 1) {
      expect(await datesOf(database, ours)).toEqual(OURS)
      expect(await datesOf(database, theirs)).toEqual(THEIRS)
    }
    expect(await plansOf(database)).toEqual([{ generic_plans: 8n, custom_plans: 0n }])
  })

  it('shows nothing of another tenant, whose vehicle it is asked about', async () => {
    const { ours, theirs } = given()
    expect(await datesOf(database, theirs)).toEqual(THEIRS)
    const { vehicleId } = theirs
    const via = { by: 'vehicle', vehicleId: ours.vehicleId } as const
    expect(await readRows(database, NOW, readBookedDates, via, { vehicleId })).toEqual([])
  })

  it('does not stand in the way when what made it was undone', async () => {
    const { ours } = given()
    const undone = database.transaction(async (connection) => {
      await datesOf(connection, ours)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await datesOf(database, ours)).toEqual(OURS)
  })
})

it('look-ups keep their plans on every connection of the query service, whatever the read model', async () => {
  const { queryUrl } = given().world.database
  for (const schema of [undefined, 'read']) {
    const database = await openReadDatabase(queryUrl, schema)
    onTestFinished(() => database.end())
    expect(await database.oneFirst(sql.type(Setting)`select current_setting('plan_cache_mode') as mode`)).toBe(
      'force_generic_plan',
    )
  }
})

it('reads the new rows once they have been built anew, on a connection that has a plan for the old ones', async () => {
  const world = await World.create()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const projector = world.project()
  await world.projecting()
  const { story } = world
  const car = await story.vehicle(await story.business('Harbour Hire'), 'Ford Fiesta')
  await story.approve(await story.request(car, '2026-06-01', '2026-06-03'))
  await world.caughtUp()
  const database = await oneConnection(world)
  expect(await datesOf(database, car)).toEqual(OURS)

  await projector.stop()
  await world.pool.query('update read.checkpoint set model = 0')
  await story.approve(await story.request(car, '2026-07-01', '2026-07-03'))
  await ensureReadModel({ ...world.projection(), eventLog: world.eventLog })
  expect(await datesOf(database, car)).toEqual([...OURS, ...THEIRS])
})
