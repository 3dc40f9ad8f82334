import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { union } from '../../lib/union.ts'
import { useToday } from '../../lib/use-today.ts'
import { useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { Loading } from '../../ui/loading.tsx'
import { bookings, NEWEST } from '../bookings/api.ts'
import { ownBusiness } from '../business/api.ts'
import { ofToday } from './api.ts'
import { Insights } from './insights.tsx'
import styles from './overview-tab.module.css'
import { RecentBookings } from './recent-bookings.tsx'
import { StatCards } from './stat-cards.tsx'
import { TodayBlock } from './today-block.tsx'

/** Where the desk begins its day: what is to be done today, the month's figures, the fleet's earnings, the newest bookings. */
export function OverviewTab() {
  const timeZone = useQuery(ownBusiness()).data?.timeZone ?? 'Europe/London'
  const { data: known, error, refetch } = useQuery(bookings())
  const rows = useWithPending(bookings().queryKey, known)
  const day = useToday(timeZone)
  const older = useQuery({ ...ofToday(day), enabled: (known?.length ?? 0) >= NEWEST }).data
  const all = useMemo(() => known && union(known, older ?? []), [known, older])
  const ofTheDay = useWithPending(bookings().queryKey, all)
  return (
    <section className={styles.tab} aria-labelledby="overview-heading">
      <h1 id="overview-heading">Overview</h1>
      {rows === undefined && error === null && <Loading label="Loading the bookings" />}
      {rows === undefined && error !== null && (
        <FailedToLoad
          error={error}
          otherwise="The bookings could not be loaded."
          onRetry={() => void refetch()}
          className={styles.trouble}
        />
      )}
      {ofTheDay !== undefined && <TodayBlock bookings={ofTheDay} today={day} />}
      <StatCards today={day} />
      <Insights />
      {rows !== undefined && <RecentBookings bookings={rows} timeZone={timeZone} />}
    </section>
  )
}
