import type { BookingChange, BookingStatus } from '@forecourt/contracts/booking.ts'
import { MOST_PENDING } from '@forecourt/domain/schedule/request.ts'
import type pg from 'pg'
import { type Asked, type Changed, type Requested, TRANSITIONS } from './booking.ts'

const CAR = `
  select v.id, v.business_id, v.daily_rate, v.status, v.removed, b.active, b.turnaround_days,
    $2::date < today as is_past, $2::date < today - 30 as is_long_past,
    $2::date > today + interval '10 years' as is_too_far
  from vehicles v
  join businesses b on b.id = v.business_id
  cross join lateral (select (now() at time zone b.time_zone)::date as today) clock
  where v.id = $1
  for no key update of v`

/** A statement of its own, after the lock: it sees what those who had the lock before have committed. */
const TAKEN = `
  select
    exists (
      select from bookings
      where vehicle_id = $1 and status = 'approved' and id is distinct from $5
        and dropoff_date > $2::date - $4::int and pickup_date < $3::date + $4::int
    ) as is_taken,
    (select count(*)::int from bookings where vehicle_id = $1 and status = 'pending') as pending`

const CUSTOMER = `
  insert into customers as known (business_id, email, name, phone, address, licence_path)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (business_id, email) do update
    set name = excluded.name, phone = excluded.phone, address = excluded.address, licence_path = excluded.licence_path,
      updated_at = now()
  returning id`

/** The booking, and that it is to be told of. */
const BOOKING = `
  with made as (
    insert into bookings (
      business_id, vehicle_id, customer_id, reference, channel, pickup_date, dropoff_date, days, daily_rate, total_amount,
      contact_name, contact_email, contact_phone, contact_address, licence_path, notes
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
    returning id, created_at
  ),
  told as (insert into outbox (booking_id, kind) select id, 'requested' from made)
  select id, created_at from made`

const WANTED = `
  select b.id, b.vehicle_id, b.status, b.pickup_date::text, b.dropoff_date::text, biz.turnaround_days
  from bookings b
  join vehicles v on v.id = b.vehicle_id
  join businesses biz on biz.id = b.business_id
  where b.id = $1 and b.business_id = $2
  for no key update of b, v`

const CHANGE = `
  with changed as (
    update bookings set status = $2, admin_notes = coalesce($3, admin_notes), updated_at = now() where id = $1 returning id
  )
  insert into outbox (booking_id, kind) select id, $2 from changed where $4::boolean`

interface Car {
  readonly id: string
  readonly business_id: string
  readonly daily_rate: string
  readonly status: string
  readonly removed: boolean
  readonly active: boolean
  readonly turnaround_days: number
  readonly is_past: boolean
  /** Longer ago than staff may write up. */
  readonly is_long_past: boolean
  readonly is_too_far: boolean
}

interface Taken {
  readonly is_taken: boolean
  readonly pending: number
}

interface Wanted {
  readonly vehicle_id: string
  readonly status: BookingStatus
  readonly pickup_date: string
  readonly dropoff_date: string
  readonly turnaround_days: number
}

const refused = (outcome: string): Requested => ({
  outcome,
  id: null,
  daily_rate: null,
  total_amount: null,
  created_at: null,
})

/**
 * Somebody asks for a vehicle. Its row is locked, so that decisions on one vehicle follow each other.
 * @param business of the member of staff who asks, if it is one
 */
export async function requestInTransaction(
  pool: pg.Pool,
  asked: Asked,
  business: string | undefined,
): Promise<Requested> {
  return await inTransaction(pool, async (client) => {
    const car = await one<Car>(client, 'car', CAR, [asked.carId, asked.pickupDate])
    if (car === undefined || car.removed || !car.active) return refused('car-not-found')
    const isDesk = business === car.business_id
    if (isDesk ? car.is_long_past : car.is_past) return refused('pickup-in-the-past')
    if (car.is_too_far) return refused('too-far-ahead')
    if (car.status !== 'available' && !(isDesk && car.status === 'booked')) return refused('vehicle-unavailable')
    const period = [car.id, asked.pickupDate, asked.dropoffDate, car.turnaround_days, null]
    const taken = await one<Taken>(client, 'taken', TAKEN, period)
    if (taken?.is_taken !== false) return refused('dates-unavailable')
    if (taken.pending >= MOST_PENDING) return refused('too-many-pending')
    const totalAmount = Number(car.daily_rate) * asked.days
    if (asked.totalAmount !== null && asked.totalAmount !== totalAmount) return refused('price-changed')

    const { name, email, phone, address, licence } = asked
    const person = [car.business_id, email, name, phone, address, licence]
    const customer = await one<{ id: string }>(client, 'customer', CUSTOMER, person)
    const made = await one<{ id: string; created_at: Date }>(client, 'booking', BOOKING, [
      car.business_id,
      car.id,
      customer?.id,
      asked.reference,
      isDesk ? 'desk' : 'portal',
      asked.pickupDate,
      asked.dropoffDate,
      asked.days,
      car.daily_rate,
      totalAmount,
      name,
      email,
      phone,
      address,
      licence,
      asked.notes,
    ])
    if (made === undefined) throw new Error('a booking was made that has no row')
    return { outcome: 'requested', ...made, daily_rate: car.daily_rate, total_amount: String(totalAmount) }
  })
}

/** Staff of the business change a booking. */
export async function changeInTransaction(
  pool: pg.Pool,
  business: string,
  bookingId: string,
  { status, from, adminNotes }: BookingChange,
): Promise<Changed> {
  return await inTransaction<Changed>(pool, async (client) => {
    const booking = await one<Wanted>(client, 'wanted', WANTED, [bookingId, business])
    if (booking === undefined) return { outcome: 'not-found', status: null }
    const next = status ?? booking.status
    const moves = next !== booking.status
    if (moves && ((from !== undefined && from !== booking.status) || !TRANSITIONS[booking.status].includes(next))) {
      return { outcome: 'transition-not-allowed', status: null }
    }
    if (moves && next === 'approved') {
      const { vehicle_id: car, pickup_date: pickup, dropoff_date: dropoff, turnaround_days: days } = booking
      const taken = await one<Taken>(client, 'taken', TAKEN, [car, pickup, dropoff, days, bookingId])
      if (taken?.is_taken !== false) return { outcome: 'dates-unavailable', status: null }
    }
    await client.query({ name: 'change', text: CHANGE, values: [bookingId, next, adminNotes, moves] })
    return { outcome: 'changed', status: next }
  })
}

async function one<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row | undefined> {
  const { rows } = await client.query<Row>({ name, text, values: [...values] })
  return rows[0]
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // What state the connection is in nobody knows: another one is made for the next transaction.
    client.release(true)
    throw error
  }
}
