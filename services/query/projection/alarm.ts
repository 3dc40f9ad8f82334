import type { Log } from '@forecourt/kit/logging.ts'
import type { ClientBase } from 'pg'
import type { BookingRow } from './rows.ts'

/**
 * Keeps the table of approved periods, whose exclusion constraint no two overlapping ones of a vehicle can pass. One that
 * does not get in is a double booking that the log let through: it is recorded and logged as an error. The projection goes
 * on, because the log is what happened, however wrong.
 */
export async function watchApprovedPeriods(
  client: ClientBase,
  schema: string,
  bookings: readonly BookingRow[],
  log: Log,
): Promise<void> {
  if (bookings.length === 0) return
  const approved = bookings.filter(({ status }) => status === 'approved')
  // Without a name, so that it is planned for the table as it is: a plan that was kept from when it was small read all of it, and
  // compared each row with each of these bookings.
  const removed = client.query({
    text: `delete from ${schema}.approved_periods where booking_id = any ($1::text[])`,
    values: [bookings.map(({ bookingId }) => bookingId)],
  })
  const entered = client.query<{ booking_id: string }>({
    name: `approved ${schema}`,
    text: `
      insert into ${schema}.approved_periods (booking_id, vehicle_id, days)
      select booking_id, vehicle_id, daterange(pickup, dropoff)
      from unnest($1::text[], $2::uuid[], $3::date[], $4::date[]) approved (booking_id, vehicle_id, pickup, dropoff)
      on conflict do nothing
      returning booking_id`,
    values: [
      approved.map(({ bookingId }) => bookingId),
      approved.map(({ vehicleId }) => vehicleId),
      approved.map(({ pickupDate }) => pickupDate),
      approved.map(({ dropoffDate }) => dropoffDate),
    ],
  })
  const [{ rows }] = await Promise.all([entered, removed])
  if (rows.length === approved.length) return
  const free = new Set(rows.map(({ booking_id }) => booking_id))
  const doubled = approved.filter(({ bookingId }) => !free.has(bookingId))
  await client.query(
    `insert into ${schema}.double_bookings (booking_id, vehicle_id)
     select * from unnest($1::text[], $2::uuid[])
     on conflict do nothing`,
    [doubled.map(({ bookingId }) => bookingId), doubled.map(({ vehicleId }) => vehicleId)],
  )
  for (const booking of doubled) sound(booking, log)
}

/** The same for all approved bookings at once, of a read model that was filled without watching. */
export async function enterApprovedPeriods(client: ClientBase, schema: string, log: Log): Promise<void> {
  await client.query(`
    insert into ${schema}.approved_periods (booking_id, vehicle_id, days)
    select booking_id, vehicle_id, daterange(pickup_date, dropoff_date)
    from ${schema}.bookings
    where status = 'approved'
    order by created_at
    on conflict do nothing`)
  const { rows } = await client.query<{ booking_id: string; vehicle_id: string; business_id: string }>(`
    with doubled as (
      insert into ${schema}.double_bookings (booking_id, vehicle_id)
      select booking_id, vehicle_id
      from ${schema}.bookings booking
      where status = 'approved'
        and not exists (select from ${schema}.approved_periods period where period.booking_id = booking.booking_id)
      returning booking_id, vehicle_id
    )
    select booking_id, vehicle_id, business_id from doubled join ${schema}.bookings using (booking_id, vehicle_id)`)
  for (const { booking_id: bookingId, vehicle_id: vehicleId, business_id: businessId } of rows) {
    sound({ bookingId, vehicleId, businessId }, log)
  }
}

interface Doubled {
  readonly bookingId: string
  readonly vehicleId: string
  readonly businessId: string
}

function sound({ businessId, vehicleId, bookingId }: Doubled, log: Log): void {
  log.error({ businessId, subjectId: bookingId, stream: `rent.schedule-${vehicleId}` }, 'DOUBLE BOOKING in the log')
}
