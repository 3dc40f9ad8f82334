import type { BookingChange } from '@forecourt/contracts/booking.ts'
import type pg from 'pg'
import type { Asked, Changed, Requested } from './booking.ts'

/**
 * Somebody asks for a vehicle, in one round trip (`request_booking` in `schema.sql`).
 * @param sessionId of whoever asks, when they have one
 */
export async function requestByFunction(
  pool: pg.Pool,
  asked: Asked,
  sessionId: string | undefined,
): Promise<Requested> {
  const { rows } = await pool.query<Requested>({
    name: 'request',
    text: 'select * from request_booking($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
    values: [
      asked.carId,
      asked.pickupDate,
      asked.dropoffDate,
      asked.days,
      asked.name,
      asked.email,
      asked.phone,
      asked.address,
      asked.licence,
      asked.notes,
      asked.reference,
      asked.totalAmount,
      sessionId,
    ],
  })
  return only(rows)
}

/** Whoever has the session changes a booking, in one round trip (`change_booking` in `schema.sql`). */
export async function changeByFunction(
  pool: pg.Pool,
  sessionId: string,
  bookingId: string,
  { status, from, adminNotes }: BookingChange,
): Promise<Changed> {
  const { rows } = await pool.query<Changed>({
    name: 'change',
    text: 'select * from change_booking($1, $2, $3, $4, $5)',
    values: [sessionId, bookingId, status, from, adminNotes],
  })
  return only(rows)
}

function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a function gave no row')
  return row
}
