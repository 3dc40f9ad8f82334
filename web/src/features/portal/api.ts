import { BookedDates } from '@forecourt/contracts/booking.ts'
import { Fleet } from '@forecourt/contracts/vehicle.ts'
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../lib/api.ts'
import { keptPublicly } from '../../offline/query-copy.ts'

/** The vehicles that a business's portal shows. */
export const fleet = (slug: string) =>
  queryOptions({
    queryKey: ['fleet', slug],
    queryFn: ({ signal }) => get(Fleet, `/api/cars?businessSlug=${encodeURIComponent(slug)}`, signal),
    ...keptPublicly(slug),
  })

/** The days on which a vehicle of the business is booked already. */
export const bookedDates = (slug: string, carId: string) =>
  queryOptions({
    queryKey: ['booked-dates', carId],
    queryFn: ({ signal }) => get(BookedDates, `/api/cars/${encodeURIComponent(carId)}/booked-dates`, signal),
    ...keptPublicly(slug),
  })
