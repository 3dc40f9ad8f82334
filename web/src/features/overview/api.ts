import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { CarPerformance, Stats } from '@forecourt/contracts/figures.ts'
import { queryOptions } from '@tanstack/react-query'
import { get, getAll } from '../../lib/api.ts'
import { addDays } from '../../lib/dates.ts'
import { union } from '../../lib/union.ts'
import { keptForMember } from '../../offline/query-copy.ts'
import type { Month } from './model.ts'

/** The figures of a month. */
export const stats = ({ year, month }: Month) =>
  queryOptions({
    queryKey: ['admin', 'figures', 'stats', year, month],
    queryFn: ({ signal }) => get(Stats, `/api/admin/stats?year=${year}&month=${month}`, signal),
    ...keptForMember,
  })

/** What each vehicle has brought in. */
export const carPerformance = () =>
  queryOptions({
    queryKey: ['admin', 'figures', 'performance'],
    queryFn: ({ signal }) => get(CarPerformance, '/api/admin/car-performance', signal),
    ...keptForMember,
  })

/** Bookings that ended so many days ago, and are still approved, are told of as overdue. */
const OVERDUE_FOR = 90

/**
 * What today's block is about, however long ago it was booked: the newest bookings alone, which the desk has anyway, say
 * nothing of a hire that was booked in spring.
 */
export const ofToday = (day: string) =>
  queryOptions({
    queryKey: ['admin', 'bookings', 'today', day],
    queryFn: async ({ signal }) => {
      const asked = [
        { status: 'approved', from: addDays(day, -OVERDUE_FOR), to: addDays(day, 1) },
        { status: 'pending' },
        // Whoever asks does so before the first day: a summer's hire that was booked in winter is in neither of the others.
        { cancellation: 'asked' },
      ].map((which) => new URLSearchParams({ ...which, limit: '1000' }))
      const lists = asked.map((which) => getAll(AdminBookings, `/api/admin/bookings?${which}`, signal))
      return [...union([], ...(await Promise.all(lists)))]
    },
    ...keptForMember,
    meta: { ...keptForMember.meta, has: 'rows' },
  })
