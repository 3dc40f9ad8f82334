import { BookedDates } from '@forecourt/contracts/booking.ts'
import { Fleet } from '@forecourt/contracts/vehicle.ts'
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../lib/api.ts'

/** The vehicles that a business's portal shows. */
export const fleet = (slug: string) =>
  queryOptions({
    queryKey: ['fleet', slug],
    queryFn: ({ signal }) => get(Fleet, `/api/cars?businessSlug=${encodeURIComponent(slug)}`, signal),
  })

/** The days on which a vehicle is booked already. */
export const bookedDates = (carId: string) =>
  queryOptions({
    queryKey: ['booked-dates', carId],
    queryFn: ({ signal }) => get(BookedDates, `/api/cars/${encodeURIComponent(carId)}/booked-dates`, signal),
  })
