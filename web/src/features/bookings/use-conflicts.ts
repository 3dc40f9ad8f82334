import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { addDays } from '../../lib/dates.ts'
import { useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { useMaintenance } from '../maintenance/use-maintenance.ts'
import { businessSettings } from '../settings/api.ts'
import { approvedIn } from '../timeline/api.ts'
import { useWaitingDecisions } from './actions.ts'
import { bookings, NEWEST } from './api.ts'
import { approvedByVehicle, type Conflict, conflictOf } from './conflicts.ts'

/**
 * What stands in the way of each booking's approval, asked of the bookings that are shown.
 * @param known the bookings of the page, with what waits in the outbox done to them. Where there are more than the newest
 * ones, those that hold a day of this month or the next count too: the timeline has them on the device.
 */
export function useConflicts(known: readonly AdminBooking[] | undefined, today: string) {
  const hasMore = (known?.length ?? 0) >= NEWEST
  const months = [today, addDays(`${today.slice(0, 7)}-01`, 31)].map((day) => day.slice(0, 7))
  const more = useQueries({
    queries: months.map((month) => ({ ...approvedIn(month, today), enabled: hasMore })),
    combine: rowsOf,
  })
  const besides = useWithPending(bookings().queryKey, more)
  const turnaroundDays = useQuery(businessSettings()).data?.turnaroundDays ?? 0
  const decidedHere = useWaitingDecisions()
  const { blocks } = useMaintenance()
  const approved = useMemo(() => approvedByVehicle(known ?? [], besides), [known, besides])
  const conflictWith = useMemo(() => {
    // Whoever opens the details of one row has all that are shown asked again, and there may be a thousand.
    const answers = new WeakMap<AdminBooking, { readonly conflict: Conflict | undefined }>()
    const held = { approved, blocks: blocks ?? NONE }
    return (booking: AdminBooking) => {
      const told = answers.get(booking) ?? { conflict: conflictOf(booking, held, { turnaroundDays, decidedHere }) }
      answers.set(booking, told)
      return told.conflict
    }
  }, [approved, blocks, turnaroundDays, decidedHere])
  return {
    /** Undefined when nothing is known to be in its way. */
    conflictWith,
    /** The same of a booking that is still to be approved, or whose approval waits here to be judged. */
    conflictToTell: useCallback(
      (booking: AdminBooking) =>
        booking.status === 'pending' || (booking.status === 'approved' && decidedHere.has(booking.id))
          ? conflictWith(booking)
          : undefined,
      [conflictWith, decidedHere],
    ),
  }
}

const NONE: readonly Maintenance[] = []

const rowsOf = (answers: readonly { readonly data: AdminBooking[] | undefined }[]): AdminBooking[] =>
  answers.flatMap(({ data }) => data ?? [])
