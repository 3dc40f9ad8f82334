import type { AdminBooking, BookingStatus } from '@forecourt/contracts/booking.ts'
import { useRef } from 'react'
import { useSettling } from '../../lib/use-settling.ts'
import { NativeButton } from '../../ui/native-button.tsx'
import styles from './booking-actions.module.css'
import { canBeRemovedFromView, customerName, type Step, steps } from './model.ts'

/** What can be done with a booking, always in the same order: details first, then the next steps. */
export function BookingActions({
  booking,
  onDetails,
  onDecide,
  onHide,
}: {
  readonly booking: AdminBooking
  readonly onDetails: (id: string) => void
  readonly onDecide: (booking: AdminBooking, to: BookingStatus) => void
  readonly onHide: (id: string, name: string) => void
}) {
  const details = useRef<HTMLButtonElement>(null)
  const { id, status } = booking
  // Mark as Completed takes the place of Approve.
  const { isSettling, take } = useSettling()

  const decide = ({ to }: Step, place: number) => {
    onDecide(booking, to)
    // The tapped button goes away when the new status has none in its place: the focus stays in the row.
    if (steps[to].length <= place) details.current?.focus()
  }
  return (
    <div className={styles.actions}>
      <NativeButton
        ref={details}
        data-row-open
        onClick={() => onDetails(id)}
        aria-label={`View details of ${customerName(booking)}`}
      >
        View Details
      </NativeButton>
      {steps[status].map((step, place) => (
        <NativeButton
          // biome-ignore lint/suspicious/noArrayIndexKey: the place keeps the keyboard's focus when its step changes
          key={place}
          variant={step.to === 'approved' && status === 'pending' ? 'primary' : 'plain'}
          // Not `disabled`: the keyboard's focus stays on it.
          aria-disabled={isSettling}
          onClick={() => take(() => decide(step, place))}
          aria-label={`${step.label}: ${customerName(booking)}`}
        >
          {step.label}
        </NativeButton>
      ))}
      {canBeRemovedFromView(booking) && (
        <NativeButton
          variant="quiet"
          data-row-away
          aria-label={`Remove the booking of ${customerName(booking)} from view`}
          onClick={() => onHide(id, customerName(booking))}
        >
          ×
        </NativeButton>
      )}
    </div>
  )
}
