import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inWords } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { bookings } from '../bookings/api.ts'
import { ownBusiness } from '../business/api.ts'
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
  const [day] = useState(() => today(timeZone))
  return (
    <section className={styles.tab} aria-labelledby="overview-heading">
      <h1 id="overview-heading">Overview</h1>
      {rows === undefined && error === null && <Loading label="Loading the bookings" />}
      {rows === undefined && error !== null && (
        <p role="alert" className={styles.trouble}>
          {inWords(error, 'The bookings could not be loaded.')}{' '}
          <Button onPress={() => void refetch()}>Try again</Button>
        </p>
      )}
      {rows !== undefined && <TodayBlock bookings={rows} today={day} />}
      <StatCards today={day} />
      <Insights />
      {rows !== undefined && <RecentBookings bookings={rows} timeZone={timeZone} />}
    </section>
  )
}
