import type { PublicBusiness } from '@forecourt/contracts/business.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ErrorBoundary, loadAnew } from '../../ui/error-boundary.tsx'
import { late } from '../../ui/late.tsx'
import { Loading } from '../../ui/loading.tsx'
import { NativeButton } from '../../ui/native-button.tsx'
import { isEmpty } from '../booking-form/draft.ts'
import type { DraftInHand } from '../booking-form/use-booking-draft.ts'
import { fleet } from './api.ts'
import styles from './booking-section.module.css'
import { useFormWanted } from './use-form-wanted.ts'

const LOADING = 'Loading the form'

/** The form comes by itself: calendar and uploads are not needed to look at cars. */
const PortalBooking = late(async () => (await import('./portal-booking.tsx')).PortalBooking, LOADING)
const begin = () => void PortalBooking.begin()

/** 'Make a Booking', beside the fleet on wide screens. */
export function BookingSection({
  business,
  inHand: { draft, change },
}: {
  readonly business: PublicBusiness
  readonly inHand: DraftInHand
}) {
  const { data: vehicles } = useQuery(fleet(business.slug))
  const section = useRef<HTMLElement>(null)
  const isPossible = draft !== undefined && vehicles !== undefined
  const isWanted = useFormWanted(section, { isPossible, isBegun: draft !== undefined && !isEmpty(draft), begin })
  return (
    <section ref={section} id="booking" tabIndex={-1} aria-labelledby="booking-heading" className={styles.section}>
      <h2 id="booking-heading">Make a Booking</h2>
      {draft === undefined || vehicles === undefined ? (
        <p className={styles.waiting}>The form appears as soon as the fleet is here.</p>
      ) : !isWanted ? (
        <Loading label={LOADING} />
      ) : (
        <ErrorBoundary
          instead={
            <div role="alert">
              <p>The form could not be loaded.</p>
              <NativeButton onClick={loadAnew}>Try again</NativeButton>
            </div>
          }
        >
          <PortalBooking business={business} vehicles={vehicles} draft={draft} change={change} />
        </ErrorBoundary>
      )}
    </section>
  )
}
