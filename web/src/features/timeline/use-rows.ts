import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { periodInWords } from '../../lib/dates.ts'
import { groupBy } from '../../lib/group-by.ts'
import { union } from '../../lib/union.ts'
import { useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { bookings } from '../bookings/api.ts'
import { customerName } from '../bookings/model.ts'
import { useMaintenance } from '../maintenance/use-maintenance.ts'
import { daysInWords, kindName } from '../maintenance/words.ts'
import { ofToday } from '../overview/api.ts'
import { businessSettings } from '../settings/api.ts'
import { approvedIn } from './api.ts'
import { type Row, rowOf, type Span } from './model.ts'

/**
 * What each vehicle's row shows, from what the device knows: the newest bookings, all requests and what is overdue, the
 * approved ones of the months that are seen, and the maintenance.
 * @param months those that are seen, `YYYY-MM`
 */
export function useRows(vehicles: readonly AdminVehicle[], span: Span, months: readonly string[], today: string) {
  const newest = useQuery(bookings())
  const current = useQuery(ofToday(today))
  const { data: ofMonths, failed } = useQueries({
    queries: months.map((month) => approvedIn(month, today)),
    combine: (results) => ({
      data: results.map(({ data }) => data),
      failed: results.filter(({ error }) => error !== null),
    }),
  })
  const all = useMemo(
    () => union(newest.data ?? [], current.data ?? [], ...ofMonths.map((list) => list ?? [])),
    [newest.data, current.data, ofMonths],
  )
  const known = useWithPending(bookings().queryKey, all)
  const { blocks } = useMaintenance()
  const turnaroundDays = useQuery(businessSettings()).data?.turnaroundDays ?? 0
  const { first, days } = span
  const rows = useMemo((): readonly Row[] => {
    const bookingsOf = groupBy(known, ({ carId }) => carId)
    const blocksOf = groupBy(blocks ?? [], ({ carId }) => carId)
    return vehicles.map(({ id }) => {
      const schedule = { bookings: bookingsOf.get(id) ?? [], blocks: blocksOf.get(id) ?? [], turnaroundDays }
      return rowOf(schedule, { first, days }, today, words)
    })
  }, [known, blocks, turnaroundDays, vehicles, first, days, today])
  return {
    rows,
    /** Whether days are kept free after hires. */
    hasTurnround: turnaroundDays > 0,
    /** Why not all bookings of the months that are seen are there; undefined when they are, or are on their way. */
    error: failed[0]?.error ?? undefined,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

const words: Parameters<typeof rowOf>[3] = {
  booking: (booking) => ({
    name: customerName(booking),
    dates: periodInWords(booking.pickupDate, booking.dropoffDate).dates,
  }),
  block: (block) => ({ name: kindName[block.kind], dates: daysInWords(block) }),
}
