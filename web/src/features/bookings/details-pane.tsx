import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { type Ref, useDeferredValue } from 'react'
import { BookingDetails, type DetailsProps } from './booking-details.tsx'
import styles from './details-pane.module.css'

/** The chosen booking beside the list, in a place of its own that stays: what is chosen next moves nothing. */
export function DetailsPane({
  ref,
  booking,
  isAsked,
  onAsk,
  ...props
}: Omit<DetailsProps, 'booking'> & {
  readonly ref: Ref<HTMLElement>
  readonly booking: AdminBooking | undefined
  /** Somebody asked for this booking, and did not just walk past it. */
  readonly isAsked: boolean
  readonly onAsk: (id: string) => void
}) {
  // The list marks the row first: whoever walks quickly over many rows does not wait for the details of each.
  const shown = useDeferredValue(booking)
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={styles.pane}
      aria-label={booking === undefined ? 'No booking chosen' : 'Booking Details'}
    >
      {shown === undefined ? (
        <div className={styles.none}>
          <strong>No booking chosen</strong>
          <p>Choose View Details and the booking is shown here, beside the list.</p>
        </div>
      ) : (
        <>
          <h2 className={styles.title}>Booking Details</h2>
          <BookingDetails
            key={shown.id}
            booking={shown}
            onShowLicence={isAsked ? undefined : () => onAsk(shown.id)}
            {...props}
          />
        </>
      )}
    </section>
  )
}
