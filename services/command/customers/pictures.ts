import type { BookingId, BusinessId, CustomerId } from '@forecourt/domain/ids.ts'
import type { Connection } from '@forecourt/event-log/vault/departures.ts'
import pg from 'pg'

/** Where the pictures of a licence are, as far as the read model has heard; '' for none. */
interface Pictures {
  /** The customer's: what staff have looked at, or are to look at. */
  readonly ofCustomer: string
  /** The one that came with the booking, or was sent for it since. */
  readonly ofBooking: string
}

/** The pictures of a booking and its customer. Where there is no read model yet there are none. */
export async function picturesOf(
  database: Connection,
  which: { readonly bookingId: BookingId; readonly businessId: BusinessId; readonly customerId: CustomerId },
): Promise<Pictures> {
  const found = await unlessUnbuilt(() =>
    database.query<{ of_customer: string | null; of_booking: string | null }>(
      `select
         (select licence_path from read.customers where customer_id = $1 and business_id = $2) as of_customer,
         (
           select licence_path from read.bookings
           where booking_id = $3 and customer_id = $1 and business_id = $2
         ) as of_booking`,
      [which.customerId, which.businessId, which.bookingId],
    ),
  )
  const row = found?.rows[0]
  return { ofCustomer: row?.of_customer ?? '', ofBooking: row?.of_booking ?? '' }
}

/** What the read model says; undefined when there is none yet, so that nobody has seen anything. */
export async function unlessUnbuilt<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof pg.DatabaseError && (error.code === UNDEFINED_TABLE || error.code === UNDEFINED_SCHEMA)) {
      return undefined
    }
    throw error
  }
}

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_SCHEMA = '3F000'
