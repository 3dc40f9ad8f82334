import type { LicenceStatusChange, LicenceStatusChanged } from '@forecourt/contracts/customer.ts'
import type { CustomerCommand, CustomerRefusal } from '@forecourt/domain/customer/decider.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import { BookingId } from '@forecourt/domain/ids.ts'
import { markOf, markOfPicture } from '@forecourt/event-log/mark.ts'
import type { Connection } from '@forecourt/event-log/vault/departures.ts'
import type { Subject } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Executed } from '../log/execute.ts'
import type { WhichCustomer } from './let-go.ts'
import { newerPicture, Waiting } from './newer-picture.ts'
import { type ChangeDeps, type Named, onCustomer, whichCustomer } from './on-customer.ts'
import { unlessUnbuilt } from './pictures.ts'

/**
 * Staff say what they think of a customer's licence: verified, refused with a reason, expired, or to be looked at again. The
 * same again of the same picture writes nothing, and nothing is said of a picture that they have not seen, nor over what others
 * have said since they looked. A renter whose licence is refused, or expired, is mailed because of it.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function checkLicence(
  { core, pool }: ChangeDeps,
  call: Call,
  named: Named,
  change: LicenceStatusChange,
): Promise<Executed<CustomerRefusal, LicenceStatusChanged>> {
  const customer = await whichCustomer(pool, named)
  if (customer === undefined) return refuse({ code: 'not-found' })
  const key = (await core.vault.keysOf([customer.customerId])).get(customer.customerId)
  if (key === undefined) return refuse({ code: 'not-found' })
  const subject: Subject = { subjectId: customer.customerId, key }
  return await onCustomer(core, call, customer, {
    verb: 'customer.licence-status',
    asked: change,
    subject,
    commandOn: async () => {
      const known = await knownOf(pool, customer)
      // Whoever does not say which picture they have seen speaks of the one that the read model shows: nothing is compared.
      const newer = change.licenseImageUrl === undefined ? undefined : await newerPicture(core, customer, key, known)
      return commandFor(change, customer, subject, known, newer)
    },
    answer: (id, { licence }) => ({ id, licenseStatus: licence }),
  })
}

function commandFor(
  { licenseStatus, reason = '', licenseImageUrl, from }: LicenceStatusChange,
  customer: WhichCustomer,
  { key }: Subject,
  { path, bookingId }: Known,
  newer: string | undefined,
): CustomerCommand {
  const { customerId } = customer
  const picture = newer ?? markOfPicture(key, customerId, path)
  const seen = licenseImageUrl === undefined ? undefined : markOfPicture(key, customerId, licenseImageUrl ?? '')
  switch (licenseStatus) {
    case 'pending':
      return { type: 'resetLicence', ...customer, picture, seen, from }
    case 'verified':
      return { type: 'verifyLicence', ...customer, picture, seen, from }
    case 'expired':
      return { type: 'expireLicence', ...customer, picture, seen, from, bookingId }
    case 'refused': {
      const mark = markOf(key, `${customer.customerId}/reason`, reason)
      return { type: 'refuseLicence', ...customer, picture, seen, from, bookingId, reason, mark }
    }
    default:
      return licenseStatus satisfies never
  }
}

/** What there is, as far as the read model has heard. */
interface Known {
  /** Of the picture; '' when there is none. */
  readonly path: string
  /** What the renter is written to about. */
  readonly bookingId: BookingId | null
  readonly waiting: Waiting
}

/**
 * Which picture the customer has, and which booking the renter knows that it is for: one that waits or is still to
 * come before one that is over, and of those the newest. Staff have it from the read model, and so has this: it decides
 * whether they speak of the picture that is there, and whether the same was said of the same.
 */
async function knownOf(database: Connection, { customerId, businessId }: WhichCustomer): Promise<Known> {
  const found = await unlessUnbuilt(() =>
    database.query<{ licence_path: string | null; booking_id: string | null; waiting: unknown }>(
      `select
         customer.licence_path,
         (
           select booking.booking_id
           from read.bookings booking
           where booking.customer_id = customer.customer_id and booking.business_id = customer.business_id
           order by booking.status in ('pending', 'approved') desc, booking.created_at desc, booking.booking_id desc
           limit 1
         ) as booking_id,
         (
           select coalesce(
             json_agg(
               json_build_object(
                 'bookingId', booking.booking_id,
                 'path', booking.licence_path,
                 'isOlder', customer.licence_path is not null and coalesce(given.at < customer.licence_given_at, false)
               )
               order by given.at desc
             ),
             '[]'
           )
           from read.bookings booking
           cross join lateral (
             select coalesce(max((moment ->> 'at')::timestamptz), booking.created_at) as at
             from json_array_elements(booking.moments::json) moment
             where moment ->> 'what' = 'licence-replaced'
           ) given
           where booking.customer_id = customer.customer_id and booking.business_id = customer.business_id
             and booking.status = 'pending'
         ) as waiting
       from read.customers customer
       where customer.customer_id = $1 and customer.business_id = $2`,
      [customerId, businessId],
    ),
  )
  const row = found?.rows[0]
  return {
    path: row?.licence_path ?? '',
    bookingId: BookingId.safeParse(row?.booking_id).data ?? null,
    waiting: Waiting.parse(row?.waiting ?? []),
  }
}
