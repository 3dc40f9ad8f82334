import { BookingStatus } from '@forecourt/contracts/booking.ts'
import type { RenterBookingStatus } from '@forecourt/contracts/renter-booking.ts'
import { Pence } from '@forecourt/domain/money.ts'
import type { BookingLink } from '@forecourt/kit/booking-link.ts'
import { z } from 'zod'
import { readMoments } from '../projection/moments.ts'

/** Which booking, and of which version the link to it is. */
export type LinkInput = Pick<BookingLink, 'bookingId' | 'version'>

export const RenterRow = z.object({
  booking_id: z.string(),
  customer_id: z.string(),
  reference: z.string(),
  pickup_date: z.string(),
  dropoff_date: z.string(),
  days: z.int(),
  daily_rate: Pence,
  total_amount: Pence,
  status: BookingStatus,
  contact_name: z.string(),
  contract_path: z.string().nullable(),
  contract: z.string(),
  cancellation_asked_at: z.iso.datetime({ offset: true }).nullable(),
  moments: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  licence_path: z.string().nullable(),
  customer_licence_path: z.string().nullable(),
  licence_status: z.enum(['pending', 'verified', 'refused', 'expired']),
  licence_refused_reason: z.string().nullable(),
  licence_checked_at: z.iso.datetime({ offset: true }).nullable(),
  vehicle_name: z.string(),
  image_path: z.string().nullable(),
  license_plate: z.string().nullable(),
  business_name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  address: z.string().nullable(),
  primary_color: z.string(),
  logo_path: z.string().nullable(),
  time_zone: z.string(),
  today: z.string(),
})
export type RenterRow = z.infer<typeof RenterRow>

/** The booking that a link of this version leads to. None when the link has another version by now, or its renter was erased. */
export const RENTER_QUERY = `
  select
    booking.booking_id, booking.customer_id, booking.reference, booking.pickup_date, booking.dropoff_date, booking.days,
    booking.daily_rate, booking.total_amount, booking.status, booking.contact_name, booking.contract_path,
    booking.contract, booking.cancellation_asked_at, booking.moments, booking.created_at, booking.licence_path,
    customer.licence_path as customer_licence_path, customer.licence_status, customer.licence_refused_reason,
    customer.licence_checked_at,
    coalesce(vehicle.name, 'Unknown vehicle') as vehicle_name, vehicle.image_path, vehicle.license_plate,
    business.name as business_name, business.slug, business.description, business.contact_email, business.contact_phone,
    business.address, business.primary_color, business.logo_path, business.time_zone, $3 as today
  from bookings booking
  join businesses business on business.business_id = $1
  join customers customer on customer.customer_id = booking.customer_id and customer.business_id = $1
  left join vehicles vehicle on vehicle.vehicle_id = booking.vehicle_id and vehicle.business_id = $1
  where booking.business_id = $1
    and booking.booking_id = $4 ->> 'bookingId'
    and booking.link_version = ($4 ->> 'version')::bigint
    and booking.contact_name is not null
    and not customer.is_erased`

/** How the booking stands: one that was cancelled is told from a request that was rejected. */
export function statusOf({ status, moments }: Pick<RenterRow, 'status' | 'moments'>): RenterBookingStatus {
  if (status !== 'rejected') return status
  const ended = readMoments(moments).findLast(({ what }) => what === 'rejected' || what === 'cancelled')
  return ended?.what === 'cancelled' ? 'cancelled' : 'rejected'
}
