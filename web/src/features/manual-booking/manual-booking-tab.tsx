import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { useQuery } from '@tanstack/react-query'
import { useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { deskOf } from '../../offline/owners.ts'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useBookingDraft } from '../booking-form/use-booking-draft.ts'
import { vehicles } from '../fleet/api.ts'
import styles from './manual-booking-tab.module.css'
import { WalkInCounter } from './walk-in-counter.tsx'

/** Bookings for walk-in customers: the portal's form, at the desk (specification section 2, Manual Booking). */
export function ManualBookingTab({ user }: { readonly user: CurrentUser }) {
  const { draft, change } = useBookingDraft(deskOf(user.id, user.businessId))
  const { data: known, error, refetch } = useQuery(vehicles())
  const fleet = useWithPending(vehicles().queryKey, known)
  const isThere = draft !== undefined && fleet !== undefined
  return (
    <section className={styles.tab} aria-labelledby="manual-booking-heading">
      <header>
        <h1 id="manual-booking-heading">Manual Booking</h1>
        <p>Create bookings for walk-in customers</p>
      </header>
      {!isThere && error === null && <Loading label="Loading the form" />}
      {!isThere && error !== null && (
        <FailedToLoad error={error} otherwise="The fleet could not be loaded." onRetry={() => void refetch()} />
      )}
      {isThere && (
        <div className={styles.sheet}>
          <WalkInCounter user={user} fleet={fleet} draft={draft} change={change} />
        </div>
      )}
    </section>
  )
}
