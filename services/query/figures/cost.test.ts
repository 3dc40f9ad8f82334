import { expect, it } from 'vitest'
import { z } from 'zod'
import { opened } from '../testing/open.ts'
import type { Car, Tenant } from '../testing/story.ts'
import type { World } from '../testing/world.ts'
import { readCarPerformance } from './car-performance.ts'
import { readStats } from './stats.ts'

const VEHICLES = 10
const FIRST_DAY = '2026-06-01'

/** A fleet of ten with so many bookings of a day each; all vehicles are out in June 2026 with the first ones. */
async function busy({ story }: World, name: string, bookings: number): Promise<Tenant> {
  const tenant = await story.business(name)
  const cars: Car[] = []
  for (let number = 0; number < VEHICLES; number += 1) cars.push(await story.vehicle(tenant, `Vehicle ${number}`))
  await Promise.all(
    cars.map(async (car) => {
      for (let day = 0; day < bookings / VEHICLES; day += 1) {
        const pickup = new Date(Date.parse(FIRST_DAY) + day * 86_400_000)
        const dropoff = new Date(pickup.getTime() + 86_400_000)
        await story.approve(await story.request(car, dateOf(pickup), dateOf(dropoff)))
      }
    }),
  )
  return tenant
}

const dateOf = (instant: Date): string => instant.toISOString().slice(0, 10)

const given = opened(async (world) => {
  const few = await busy(world, 'Fifty bookings', 50)
  const many = await busy(world, 'Two thousand bookings', 2_000)
  return { few, many }
})

const Plan = z.object({
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans(): z.ZodOptional<z.ZodArray<typeof Plan>> {
    return z.array(Plan).optional()
  },
})
type Plan = z.infer<typeof Plan>
const Explained = z.tuple([z.object({ Plan, 'Execution Time': z.number() })])

/** Rows that the plan's nodes have handed on, all together. */
function rowsOf(plan: Plan): number {
  return plan['Actual Rows'] * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0)
}

/** What the query costs for the tenant, as the query service's role runs it among many tenants: nobody's table is read whole. */
async function costOf(query: string, { businessId }: Tenant) {
  const client = await given().world.pool.connect()
  try {
    await client.query(`
      begin;
      set local role forecourt_query;
      set local search_path to read;
      set local enable_seqscan to off;
      set local plan_cache_mode to force_custom_plan;
      set local forecourt.tenant to '${businessId}'`)
    await client.query(
      `prepare figures (uuid, uuid, date, jsonb) as select $2, $3, $4 ->> 0, answer.* from (${query}) answer`,
    )
    const run = async () => {
      const input = JSON.stringify({ firstDay: FIRST_DAY, days: 30 })
      const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
        `explain (analyze, buffers, format json) execute figures ('${businessId}', null, '${FIRST_DAY}', '${input}')`,
      )
      const [{ Plan: plan, 'Execution Time': milliseconds }] = Explained.parse(rows[0]?.['QUERY PLAN'])
      return { rows: rowsOf(plan), blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], milliseconds }
    }
    const runs = []
    for (let count = 0; count < 15; count += 1) runs.push(await run())
    const [median] = runs.toSorted((a, b) => a.milliseconds - b.milliseconds).slice(7)
    if (median === undefined) throw new Error('the query was run')
    return median
  } finally {
    await client.query('rollback')
    // The statement that was prepared on it goes with it.
    client.release(true)
  }
}

it('reading the figures of 2,000 bookings goes through no more rows or blocks than reading those of 50', async () => {
  const { world, few, many } = given()
  await world.pool.query('vacuum analyze')
  const table = []
  for (const { name, query } of [readStats, readCarPerformance]) {
    const [fifty, twoThousand] = [await costOf(query, few), await costOf(query, many)]
    table.push({ figures: name, bookings: 50, ...fifty }, { figures: name, bookings: 2_000, ...twoThousand })
    expect(twoThousand.rows).toBe(fifty.rows)
    // A block more or less: where a page of ten rows happens to begin.
    expect(twoThousand.blocks).toBeLessThanOrEqual(fifty.blocks + 4)
  }
  console.table(table)
})
