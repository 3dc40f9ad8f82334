import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readAdminBusiness } from '../business/admin-business.ts'
import { readPublicBusiness } from '../business/public-business.ts'
import { readSettings } from '../business/settings.ts'
import { readCarPerformance } from '../figures/car-performance.ts'
import { readStats, statsInput } from '../figures/stats.ts'
import { adminFleetInput, readAdminFleet } from '../fleet/admin-fleet.ts'
import { readBookedDates } from '../fleet/booked-dates.ts'
import { readPublicFleet } from '../fleet/public-fleet.ts'
import { manifestOf } from '../installing/routes.ts'
import { type Part, TABLES_OF } from '../projection/parts.ts'
import { TABLES } from '../projection/table.ts'
import { opened } from '../testing/open.ts'
import { histories } from '../testing/random-attempts.ts'
import { live } from '../testing/random-history.ts'
import type { Tenant } from '../testing/rental.ts'
import { questionOf, type Read, readRows } from './reads.ts'

const HISTORIES = 6

const given = opened(async () => ({}))

/** An answer that is made of a part of the rows. */
interface Question {
  readonly madeOf: Part | undefined
  readonly path: string
  /** What it shows, read now. */
  readonly shownNow: () => Promise<unknown>
  /** The read model's tables that it is read from, by the database's plan. */
  readonly tables: () => Promise<readonly string[]>
}

function question<Row, Input extends object>(
  read: Read<Row, Input>,
  input: Input,
  path: string,
  { businessId }: Tenant,
): Question {
  const { desk, world } = given()
  return {
    madeOf: read.madeOf,
    path,
    async shownNow() {
      const rows = await readRows(desk.database, desk.clock.now, read, { by: 'business', businessId }, input)
      const shown = read.present(rows, input)
      return shown !== undefined && 'body' in shown ? shown.body : undefined
    },
    async tables() {
      const client = await world.pool.connect()
      try {
        // A plan for whatever is asked: with values, what they rule out would not be in it.
        await client.query('begin; set local search_path to read; set local plan_cache_mode to force_generic_plan')
        await client.query(
          `prepare question (uuid, uuid, date, jsonb) as
           select $2, $3, $4 ->> 0, answer.* from (${questionOf(read, input).query}) answer`,
        )
        const { rows } = await client.query(
          `explain (format json) execute question ('${businessId}', null, '2027-10-22', '${JSON.stringify(input)}')`,
        )
        return JSON.stringify(rows)
          .matchAll(/"Relation Name":"(\w+)"/g)
          .map(([, table = '']) => table)
          .toArray()
      } finally {
        client.release(true)
      }
    },
  }
}

const MONTH = { year: '2027', month: '9' }

/** Every answer that is made of a part, but icons, which are made of what a manifest is. */
function questionsOf(tenant: Tenant): readonly Question[] {
  const { slug } = tenant
  return [
    question(manifestOf('portal'), {}, `/${slug}/portal/manifest.webmanifest`, tenant),
    question(manifestOf('admin'), {}, `/${slug}/admin/manifest.webmanifest`, tenant),
    question(readPublicBusiness, {}, `/api/business/${slug}`, tenant),
    question(readPublicFleet, {}, `/api/cars?businessSlug=${slug}`, tenant),
    question(readAdminFleet, adminFleetInput({}), '/api/admin/cars', tenant),
    question(readAdminBusiness, {}, '/api/admin/business', tenant),
    question(readSettings, {}, '/api/admin/business/settings', tenant),
    question(readStats, statsInput(MONTH), `/api/admin/stats?${new URLSearchParams(MONTH).toString()}`, tenant),
    question(readCarPerformance, {}, '/api/admin/car-performance', tenant),
  ]
}

const bookedDatesOf = (tenant: Tenant, vehicleId: string): Question =>
  question(readBookedDates, { vehicleId }, `/api/cars/${vehicleId}/booked-dates`, tenant)

it('an answer that is made of a part of the rows is the one that is read anew, after each thing that happens', async () => {
  const { world, desk } = given()
  // The histories’ own days, so that what they hold is in what is shown.
  desk.clock.now = new Date('2027-10-22T10:00:00Z')
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  console.log(`Parts: seed ${seed} (SEED)`)
  let stayed = 0
  let changed = 0
  for (const [number, history] of fc.sample(histories, { seed, numRuns: HISTORIES }).entries()) {
    /** What a caller has kept of each answer. */
    const kept = new Map<string, { readonly etag: string; readonly body: unknown }>()
    let session: string | undefined
    let before: string | undefined
    await live(world, `Business ${number}`, history, async (tenant) => {
      await world.caughtUp()
      session ??= await desk.signIn(tenant)
      const version = await versionOf(tenant)
      const vehicles = await vehiclesOf(tenant)
      for (const { path, shownNow } of [
        ...questionsOf(tenant),
        ...vehicles.map((vehicleId) => bookedDatesOf(tenant, vehicleId)),
      ]) {
        const known = kept.get(path)
        // A visitor's answer may be as old as the notice of a change: without a session it is asked for when that was heard.
        const asStaff = path.startsWith('/api/admin') ? { session } : {}
        const answer = await desk.get(path, { ...asStaff, ...(known === undefined ? {} : { etag: known.etag }) })
        const body = answer.status === 304 ? known?.body : answer.body
        expect({ path, body }).toEqual({ path, body: JSON.parse(JSON.stringify(await shownNow())) })
        kept.set(path, { etag: answer.headers.get('etag') ?? '', body })
        if (answer.status !== 304) changed += 1
        else if (version !== before) stayed += 1
      }
      before = version
    })
  }
  console.log(`Parts: ${changed} answers were others, ${stayed} the same while rows of their tenant changed`)
  expect(Math.min(stayed, changed)).toBeGreaterThan(20)
}, 300_000)

it('an answer that is made of a part of the rows is read from no table of another', async () => {
  const { world } = given()
  const tenant = await world.story.business('Harbour Hire')
  const { vehicleId } = await world.story.vehicle(tenant, 'Ford Fiesta')
  await world.caughtUp()
  for (const { path, madeOf, tables } of [...questionsOf(tenant), bookedDatesOf(tenant, vehicleId)]) {
    const ofPart = madeOf === undefined ? [] : TABLES_OF[madeOf].map((table) => TABLES[table].name)
    const read = await tables()
    const ofOthers = read.filter((table) => !ofPart.includes(table))
    expect({ path, isRead: read.length > 0, ofOthers }).toEqual({ path, isRead: true, ofOthers: [] })
  }
})

/** Vehicles of the fleet, of which it is asked when they are booked. */
async function vehiclesOf({ businessId }: Tenant): Promise<string[]> {
  const { rows } = await given().world.pool.query<{ vehicle_id: string }>(
    `select vehicle_id from read.vehicles
     where business_id = $1 and not is_removed order by created_at, vehicle_id limit 2`,
    [businessId],
  )
  return rows.map(({ vehicle_id }) => vehicle_id)
}

async function versionOf({ businessId }: Tenant): Promise<string | undefined> {
  const { rows } = await given().world.pool.query<{ version: string }>(
    'select version from read.tenants where business_id = $1',
    [businessId],
  )
  return rows[0]?.version
}
