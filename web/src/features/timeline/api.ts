import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { queryOptions } from '@tanstack/react-query'
import { getAll } from '../../lib/api.ts'
import { addDays } from '../../lib/dates.ts'
import { keptForMember } from '../../offline/query-copy.ts'

/** Approved bookings in one answer: a large fleet has more in a month than one page holds. */
const PAGE = 1_000

/**
 * The approved bookings that hold a day of a month, however many. Those of this month and the next are kept on the device.
 * @param month `YYYY-MM`
 */
export const approvedIn = (month: string, today: string) => {
  const first = `${month}-01`
  const until = `${addDays(first, 31).slice(0, 7)}-01`
  const isNear = month >= today.slice(0, 7) && first <= addDays(today, 31)
  return queryOptions({
    queryKey: ['admin', 'bookings', 'approved', 'month', month],
    queryFn: ({ signal }) => {
      const asked = new URLSearchParams({ status: 'approved', from: first, to: until, limit: String(PAGE) })
      return getAll(AdminBookings, `/api/admin/bookings?${asked}`, signal)
    },
    ...(isNear ? keptForMember : {}),
  })
}
