import type pg from 'pg'

/** A booking and its customer, with the pictures that they have. */
export interface KnownLicences {
  readonly businessId: string
  readonly customerId: string
  readonly bookingId: string
  /** The customer's picture. */
  readonly ofCustomer: string
  /** The booking's own. */
  readonly ofBooking: string
}

/** What this service asks the read model about licences, where no projector runs: as much of its tables as is asked for. */
export async function knowLicences(pool: pg.Pool, known: KnownLicences): Promise<void> {
  await pool.query(`
    create schema if not exists read;
    create table if not exists read.customers (
      customer_id uuid primary key, business_id uuid, licence_path text, licence_given_at timestamptz
    );
    create table if not exists read.bookings (
      booking_id text primary key, customer_id uuid, business_id uuid, status text, created_at timestamptz, licence_path text,
      moments text not null default '[]'
    )`)
  const { businessId, customerId, bookingId, ofCustomer, ofBooking } = known
  await pool.query(
    `insert into read.customers values ($1, $2, $3)
     on conflict (customer_id) do update set licence_path = excluded.licence_path`,
    [customerId, businessId, ofCustomer],
  )
  await pool.query(
    `insert into read.bookings values ($1, $2, $3, 'pending', now(), $4)
     on conflict (booking_id) do update set licence_path = excluded.licence_path`,
    [bookingId, customerId, businessId, ofBooking],
  )
}
