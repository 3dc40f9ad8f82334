import { BookingStatus } from '@forecourt/contracts/booking.ts'
import { MaintenanceKind } from '@forecourt/contracts/maintenance.ts'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import { type CalendarEntry, iCalendar } from '@forecourt/kit/icalendar.ts'
import { z } from 'zod'
import { readMoments } from '../projection/moments.ts'
import type { Read } from '../reading/reads.ts'
import { personInitials } from './person-initials.ts'

const BookingRow = z.object({
  id: z.string(),
  vehicle: z.string(),
  from: z.string(),
  to: z.string(),
  status: BookingStatus,
  name: z.string().nullable(),
  moments: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
})
const BlockRow = z.object({
  id: z.string(),
  vehicle: z.string(),
  from: z.string(),
  to: z.string(),
  kind: MaintenanceKind,
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
})
const CalendarRow = z.object({
  business_id: z.string(),
  business: z.string(),
  vehicle: z.string().nullable(),
  bookings: z.array(BookingRow),
  blocks: z.array(BlockRow),
})
type CalendarRow = z.infer<typeof CalendarRow>

/** Days that are over are of no use to a calendar for ever: it keeps its own copy. */
const DAYS_BACK = 92
/** Of each kind. A calendar program that is sent more than this takes none of it. */
const MOST_ENTRIES = 5_000

/**
 * What a calendar's entry is known by: the same in each calendar of the business, for ever, and it tells nothing of the
 * booking's own id, which only staff are told.
 */
const uidOf = (businessId: string, id: string) => `${uuidV5(businessId, `calendar ${id}`)}@schedule.forecourt`

/** Nothing but initials says who it is: addresses of calendars are passed on. */
function bookingEntry(businessId: string, row: CalendarRow['bookings'][number]): CalendarEntry {
  const moments = readMoments(row.moments)
  const initials = personInitials(row.name ?? '')
  return {
    uid: uidOf(businessId, row.id),
    // Each thing that has happened since it was asked for is a change.
    sequence: Math.max(0, moments.length - 1),
    changedAt: moments.at(-1)?.at ?? new Date(row.createdAt).toISOString(),
    from: row.from,
    to: row.to,
    status: row.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED',
    summary: [
      row.vehicle,
      ...(initials === '' ? [] : [`, ${initials}`]),
      ...(row.status === 'pending' ? [' (request)'] : []),
    ].join(''),
  }
}

const KINDS = { service: 'service', mot: 'MOT', repair: 'repair', cleaning: 'cleaning', other: 'maintenance' } as const

/** Without the note: it is for staff. */
function blockEntry(businessId: string, row: CalendarRow['blocks'][number]): CalendarEntry {
  const [created, updated] = [Date.parse(row.createdAt), Date.parse(row.updatedAt)]
  return {
    uid: uidOf(businessId, row.id),
    // How often it was moved is not kept; that a later state has a higher number is all that is asked for.
    sequence: Math.round((updated - created) / 1000),
    changedAt: new Date(updated).toISOString(),
    from: row.from,
    to: row.to,
    status: 'CONFIRMED',
    summary: `${row.vehicle}: ${KINDS[row.kind]}`,
  }
}

const calendarOf = ({ business_id: id, business, vehicle, bookings, blocks }: CalendarRow) =>
  iCalendar([...bookings.map((row) => bookingEntry(id, row)), ...blocks.map((row) => blockEntry(id, row))], {
    // Some programs show the backslash that a comma has in this property.
    name: vehicle === null ? business : `${vehicle} · ${business}`,
  })

/** What the days have of a feed's vehicles, latest days first when there are too many. */
const entries = (table: 'bookings' | 'maintenance', from: string, to: string, columns: string, those: string) => `
  coalesce(
    (
      select json_agg(
        json_build_object('vehicle', coalesce(entry.vehicle, 'Unknown vehicle'), 'from', entry.first, 'to', entry.until, ${columns})
        order by entry.first, entry.id
      )
      from (
        select noted.*, noted.${from} as first, noted.${to} as until, vehicle.name as vehicle,
          noted.${table === 'bookings' ? 'booking_id' : 'maintenance_id'} as id
        from ${table} noted
        left join vehicles vehicle on vehicle.vehicle_id = noted.vehicle_id and vehicle.business_id = $1
        where noted.business_id = $1
          and noted.${to} > $3 - ${DAYS_BACK}
          and ${those}
          and (feed.vehicle_id is null or noted.vehicle_id = feed.vehicle_id)
        order by noted.${to} desc
        limit ${MOST_ENTRIES}
      ) entry
    ),
    '[]'
  )`

/** `GET /api/calendar/{token}.ics`. None when the feed is revoked, or never was this business's. */
export const readCalendar: Read<CalendarRow, { readonly feedId: string }> = {
  name: 'calendar',
  query: `
    with feed as (
      select business.business_id, business.name, (known ->> 'carId')::uuid as vehicle_id
      from businesses business
      cross join json_array_elements(business.calendar_feeds::json) known
      where business.business_id = $1 and known ->> 'id' = $4 ->> 'feedId'
    )
    select
      feed.business_id,
      feed.name as business,
      vehicle.name as vehicle,
      ${entries(
        'bookings',
        'pickup_date',
        'dropoff_date',
        `'id', entry.id, 'status', entry.status, 'name', entry.contact_name, 'moments', entry.moments, 'createdAt', entry.created_at`,
        `noted.status <> 'rejected'`,
      )} as bookings,
      ${entries(
        'maintenance',
        'from_date',
        'to_date',
        `'id', entry.id, 'kind', entry.kind, 'createdAt', entry.created_at, 'updatedAt', entry.updated_at`,
        'not noted.is_cancelled',
      )} as blocks
    from feed
    left join vehicles vehicle on vehicle.vehicle_id = feed.vehicle_id and vehicle.business_id = $1`,
  row: CalendarRow,
  dependsOnToday: true,
  type: 'text/calendar; charset=utf-8',
  fileName: 'calendar.ics',
  // Its address is the secret: nobody on the way keeps what it opens, and each time is asked whether it has changed.
  cacheControl: 'private, no-cache',
  present: ([row]) => row && { file: Promise.resolve({ bytes: Buffer.from(calendarOf(row)) }) },
}
