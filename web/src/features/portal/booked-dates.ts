import { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../lib/api.ts'
import { keptPublicly } from '../../offline/query-copy.ts'

/** The days on which a vehicle of the business is booked already. */
export const bookedDates = (slug: string, carId: string) =>
  queryOptions({
    queryKey: ['booked-dates', carId],
    queryFn: ({ signal }) => get(BookedDates, `/api/cars/${encodeURIComponent(carId)}/booked-dates`, signal),
    ...keptPublicly(slug),
  })
