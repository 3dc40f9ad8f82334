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
  const removed = client.query({
    name: `over ${schema}`,
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
  for (const { businessId, vehicleId, bookingId } of doubled) {
    log.error({ businessId, subjectId: bookingId, stream: `rent.schedule-${vehicleId}` }, 'DOUBLE BOOKING in the log')
  }
}
