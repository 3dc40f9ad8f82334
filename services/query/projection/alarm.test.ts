import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { World } from '../testing/world.ts'
import { watchApprovedPeriods } from './alarm.ts'
import type { BookingRow } from './rows.ts'
import { LIVE } from './schema-name.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world[Symbol.asyncDispose]())

it('approved periods are looked up by their keys, also when there were few at first and many soon after', async () => {
  const { story, pool, log } = world
  const tenant = await story.business('Grown')
  const rental = await story.request(await story.vehicle(tenant, 'Van'), '2026-06-01', '2026-06-02')
  await story.approve(rental)
  world.project()
  await world.caughtUp()
  const client = await pool.connect()
  try {
    const { rows: bookings } =
      await client.query<BookingRow>(`select booking_id as "bookingId", vehicle_id as "vehicleId", status,
      pickup_date::text as "pickupDate", dropoff_date::text as "dropoffDate" from ${LIVE}.bookings`)
    await client.query(`analyze ${LIVE}.approved_periods`)
    // By then a plan would be kept.
    for (let batch = 0; batch < 10; batch += 1) await watchApprovedPeriods(client, LIVE, bookings, log)
    await client.query(
      `insert into ${LIVE}.approved_periods
       select $1::text || n, gen_random_uuid(), daterange('2026-01-01', '2026-01-02') from generate_series(1, 20000) n`,
      [randomUUID()],
    )
    const rowsRead = async (): Promise<number> => {
      const { rows } = await client.query<{ read: string }>(
        `select seq_tup_read as read from pg_stat_xact_user_tables where schemaname = $1 and relname = 'approved_periods'`,
        [LIVE],
      )
      return Number(rows[0]?.read)
    }
    await client.query('begin')
    const before = await rowsRead()
    await watchApprovedPeriods(client, LIVE, bookings, log)
    const after = await rowsRead()
    await client.query('rollback')
    expect(after).toBe(before)
  } finally {
    client.release()
  }
})
