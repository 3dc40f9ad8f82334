import {
  type AdminBooking,
  type AdminBookingsQuery,
  BookingStatus,
  MAILS_TO_BUSINESS,
  MailCause,
  MailKind,
  type MailProblem,
} from '@forecourt/contracts/booking.ts'
import { BookingId } from '@forecourt/domain/ids.ts'
import { Pence, penceToPounds } from '@forecourt/domain/money.ts'
import { z } from 'zod'
import { readContract } from '../projection/contract.ts'
import { decodeCursor, PlaceInTime, pageOf } from '../reading/pages.ts'
import type { PageOfPieces } from '../reading/pieces.ts'
import type { Read } from '../reading/reads.ts'
import { hasEachWord, wordsOf } from '../reading/search.ts'

const MailProblemRow = z.object({
  kind: MailKind,
  status: z.enum(['retrying', 'failed']),
  cause: MailCause,
  at: z.iso.datetime({ offset: true }),
})

const BookingRow = z.object({
  booking_id: z.string(),
  business_id: z.string(),
  customer_id: z.string(),
  vehicle_id: z.string(),
  reference: z.string(),
  channel: z.enum(['portal', 'desk']),
  pickup_date: z.string(),
  dropoff_date: z.string(),
  days: z.int(),
  daily_rate: Pence,
  total_amount: Pence,
  status: BookingStatus,
  contact_name: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  contact_address: z.string().nullable(),
  licence_path: z.string().nullable(),
  notes: z.string().nullable(),
  admin_notes: z.string().nullable(),
  contract_path: z.string().nullable(),
  contract: z.string(),
  cancellation_asked_at: z.iso.datetime({ offset: true }).nullable(),
  hidden_from_recent: z.boolean(),
  hidden_from_bookings_page: z.boolean(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
  car_name: z.string(),
  license_plate: z.string().nullable(),
  mail_problems: z.array(MailProblemRow),
  row_key: z.string(),
  row_version: z.string(),
})
type BookingRow = z.infer<typeof BookingRow>

/** A booking as staff see it: with the details that were given with it, whatever is known of the customer by now. */
function adminBooking(row: BookingRow): AdminBooking {
  return {
    id: row.booking_id,
    reference: row.reference,
    businessId: row.business_id,
    customerId: row.customer_id,
    carId: row.vehicle_id,
    pickupDate: row.pickup_date,
    dropoffDate: row.dropoff_date,
    days: row.days,
    dailyRate: penceToPounds(row.daily_rate),
    totalAmount: penceToPounds(row.total_amount),
    status: row.status,
    channel: row.channel,
    customerName: row.contact_name,
    customerEmail: row.contact_email,
    customerPhone: row.contact_phone,
    customerAddress: row.contact_address,
    licenseImageUrl: row.licence_path,
    notes: row.notes,
    adminNotes: row.admin_notes,
    ...contractOf(row),
    cancellationAskedAt: row.cancellation_asked_at === null ? null : new Date(row.cancellation_asked_at).toISOString(),
    hiddenFromRecent: row.hidden_from_recent,
    hiddenFromBookingsPage: row.hidden_from_bookings_page,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    customer: {
      name: row.contact_name,
      email: row.contact_email,
      phone: row.contact_phone,
      licenseImageUrl: row.licence_path,
    },
    car: { name: row.car_name, licensePlate: row.license_plate },
    mailProblems: row.mail_problems.map(mailProblem),
  }
}

/** A copy that was signed on paper is a contract too, but not one that was generated. */
function contractOf({ contract_path: contractPath, contract: told }: BookingRow) {
  const contract = readContract(told)
  return { contractGenerated: contract.versions.some(({ kind }) => kind === 'issued'), contractPath, contract }
}

const mailProblem = ({ kind, status, cause, at }: z.infer<typeof MailProblemRow>): MailProblem => ({
  kind,
  recipient: MAILS_TO_BUSINESS.has(kind) ? 'business' : 'customer',
  status,
  cause,
  at: new Date(at).toISOString(),
})

interface Input {
  readonly limit: number
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly status?: BookingStatus | undefined
  readonly cancellation?: 'asked' | undefined
  readonly id?: string | undefined
  readonly q?: string | undefined
  /** Those of `q`; all are needed. */
  readonly words?: readonly string[]
  /** Creation and id of the last booking of the page before. */
  readonly after?: readonly [createdAt: string, bookingId: string] | undefined
}

const Cursor = z.tuple([PlaceInTime, BookingId])

/** @throws {Problem} 400 a cursor that we did not give */
export function adminBookingsInput({ limit, cursor, q, ...filters }: AdminBookingsQuery): Input {
  return {
    limit: Number(limit ?? 500),
    q,
    words: wordsOf(q),
    ...filters,
    after: decodeCursor(cursor, Cursor),
  }
}

const IS_FOUND = hasEachWord(
  'booking.contact_name',
  'booking.contact_email',
  'booking.reference',
  'vehicle.name',
  'vehicle.license_plate',
  "replace(vehicle.license_plate, ' ', '')",
)

/** What each part of the input asks of a booking. Parts that are not given are not in the query: it is planned for the others. */
const CONDITIONS: readonly (readonly [part: keyof Input, condition: string])[] = [
  ['id', "booking.booking_id = $4 ->> 'id'"],
  ['status', "booking.status = $4 ->> 'status'"],
  ['cancellation', 'booking.cancellation_asked_at is not null'],
  ['from', "booking.dropoff_date > ($4 ->> 'from')::date"],
  ['to', "booking.pickup_date < ($4 ->> 'to')::date"],
  ['q', IS_FOUND],
  ['after', "(booking.created_at, booking.booking_id) < (($4 -> 'after' ->> 0)::timestamptz, $4 -> 'after' ->> 1)"],
]

const conditionsOf = (input: Input) => CONDITIONS.filter(([part]) => input[part] !== undefined)

const page = ({ limit, from, to, status, cancellation, id, q }: Input): PageOfPieces<BookingRow> => ({
  limit,
  path: '/api/admin/bookings',
  parameters: { limit, from, to, status, cancellation, id, q },
  show: adminBooking,
  cursor: (last) => [new Date(last.created_at).toISOString(), last.booking_id],
  key: ({ row_key: key }) => key,
  version: ({ row_version: version }) => version,
})

/**
 * The member's bookings, newest first (`GET /api/admin/bookings`). `from` and `to` keep those that hold a day of
 * `[from, to)`; `q` searches name, e-mail, reference and vehicle, by its name and by its plate with or without spaces
 * (decisions: bookings), for each of its words, in any case and with or without accents.
 */
export const readAdminBookings: Read<BookingRow, Input> = {
  name: 'admin bookings',
  // The first thing a desk looks at, again and again, while others change it.
  keepsPlan: (input) => conditionsOf(input).every(([part]) => part === 'after'),
  query: (input) => `
    select
      booking.*,
      booking.booking_id as row_key,
      -- Who wrote what is shown, and when: a server that crashes gives the numbers of transactions that it forgets away again.
      concat_ws(
        ' ', booking.xmin, extract(epoch from booking.updated_at), vehicle.xmin, extract(epoch from vehicle.updated_at),
        md5(mail.problems::text)
      ) as row_version,
      coalesce(vehicle.name, 'Unknown vehicle') as car_name,
      vehicle.license_plate,
      coalesce(mail.problems, '[]') as mail_problems
    from bookings booking
    left join vehicles vehicle on vehicle.vehicle_id = booking.vehicle_id and vehicle.business_id = $1
    -- Few of a tenant's mails are in difficulties, however many bookings there are.
    left join (
      select
        booking_id,
        json_agg(json_build_object('kind', template, 'status', status, 'cause', cause, 'at', at) order by at desc) as problems
      from mails
      where business_id = $1 and status in ('retrying', 'failed')
      group by booking_id
    ) mail on mail.booking_id = booking.booking_id
    where ${['booking.business_id = $1', ...conditionsOf(input).map(([, condition]) => condition)].join(' and ')}
    order by booking.created_at desc, booking.booking_id desc
    limit ($4 ->> 'limit')::integer + 1`,
  row: BookingRow,
  dependsOnToday: false,
  present: (rows, input) => pageOf(rows, page(input)),
  page,
}
