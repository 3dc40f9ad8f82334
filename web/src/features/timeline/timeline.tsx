import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { daysBetween } from '../../lib/dates.ts'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { addressOf } from '../bookings/way-to.ts'
import { fleetAddress } from '../fleet/addresses.ts'
import { daysKept } from '../maintenance/kept.ts'
import { dayAt, monthsIn, overlap, type Run } from './model.ts'
import type { Seen } from './seen.ts'
import styles from './timeline.module.css'
import { TimelineGrid } from './timeline-grid.tsx'
import { useRows } from './use-rows.ts'

/** What holds the days of every vehicle, from the month before to a year ahead, and where maintenance is put into free ones. */
export function Timeline({ vehicles, today }: { readonly vehicles: readonly AdminVehicle[]; readonly today: string }) {
  const [, navigate] = useLocation()
  const span = useMemo(() => {
    const { from, to } = daysKept(today)
    return { first: from, days: daysBetween(from, to) }
  }, [today])
  // As one text: the same months again are no change.
  const [seenMonths, setSeenMonths] = useState(today.slice(0, 7))
  const months = useMemo(() => seenMonths.split(' '), [seenMonths])
  const { rows, hasTurnround, error, retry } = useRows(vehicles, span, months, today)

  const onSeen = useCallback(
    ({ firstDay: from, lastDay: to }: Seen) => {
      const ids = monthsIn(span).flatMap((month) => (overlap(month, { from, to }) ? [month.id] : []))
      if (ids.length > 0) setSeenMonths(ids.join(' '))
    },
    [span],
  )
  const onMaintenance = (maintenance: string, days: Run | undefined) => {
    const chosen = days === undefined ? {} : { from: dayAt(span, days.from), to: dayAt(span, days.to) }
    navigate(fleetAddress({ isTimeline: true, maintenance, ...chosen }))
  }
  return (
    <section className={styles.timeline} aria-label="Timeline">
      {error !== undefined && (
        <FailedToLoad error={error} otherwise="Not all bookings could be loaded." onRetry={retry} />
      )}
      <TimelineGrid
        vehicles={vehicles}
        rows={rows}
        hasTurnround={hasTurnround}
        span={span}
        today={today}
        onSeen={onSeen}
        onMaintenance={onMaintenance}
        onBooking={(id) => navigate(addressOf(id))}
      />
      <p className={styles.hint}>
        Drag over free days to plan maintenance, or tap a vehicle’s name. On a touch screen hold a day, then drag. Keys:
        arrows, Page Up and Page Down by month, Shift with the arrows to choose days, Enter to open.
      </p>
    </section>
  )
}
