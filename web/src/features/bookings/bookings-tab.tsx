import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { inWords } from '../../lib/api.ts'
import { useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { ownBusiness } from '../business/api.ts'
import { bookings } from './api.ts'
import { BookingDetails } from './booking-details.tsx'
import { BookingsList } from './bookings-list.tsx'
import styles from './bookings-tab.module.css'
import { LicenceDialog } from './licence-dialog.tsx'
import { customerName, licenceOf, listed, PAGE } from './model.ts'
import { useDecide } from './use-decide.ts'

/** The bookings of the business: who asks for which vehicle, and the decisions about them. */
export function BookingsTab() {
  const { data: known, error, refetch } = useQuery(bookings())
  const data = useWithPending(bookings().queryKey, known)
  const timeZone = useQuery(ownBusiness()).data?.timeZone ?? 'Europe/London'
  const { decide, refusals } = useDecide()
  // In the address, so that other tabs can point at a booking and the way back closes it.
  const details = new URLSearchParams(useSearch()).get('booking') ?? undefined
  const [, navigate] = useLocation()
  const showDetails = useCallback((id: string) => navigate(`?tab=bookings&booking=${id}`), [navigate])
  const [licence, setLicence] = useState<string>()

  const rows = listed(data ?? [])
  const shown = rows.find(({ id }) => id === details)
  const pictured = rows.find(({ id }) => id === licence)
  const path = pictured === undefined ? null : licenceOf(pictured)
  return (
    <section className={styles.tab} aria-labelledby="bookings-heading">
      <div className={styles.head}>
        <h1 id="bookings-heading">Bookings</h1>
        <Button onPress={() => void refetch()}>Refresh</Button>
      </div>
      {data === undefined && error === null && <Loading label="Loading the bookings" />}
      {data === undefined && error !== null && (
        <p role="alert">{inWords(error, 'The bookings could not be loaded. Please try again.')}</p>
      )}
      {data !== undefined && rows.length === 0 && (
        <div className={styles.empty}>
          <strong>No bookings yet</strong>
          <p>Requests from your portal appear here, newest first.</p>
        </div>
      )}
      {rows.length > 0 && (
        <BookingsList
          bookings={rows}
          refusals={refusals}
          onDetails={showDetails}
          onLicence={setLicence}
          onDecide={decide}
        />
      )}
      {data !== undefined && data.length >= PAGE && <p className={styles.quiet}>The newest {PAGE} are shown.</p>}
      {shown !== undefined && (
        <BookingDetails
          key={shown.id}
          booking={shown}
          timeZone={timeZone}
          onDecide={decide}
          onClose={() => navigate('?tab=bookings', { replace: true })}
        />
      )}
      {pictured !== undefined && path !== null && (
        <LicenceDialog path={path} customer={customerName(pictured)} onClose={() => setLicence(undefined)} />
      )}
    </section>
  )
}
