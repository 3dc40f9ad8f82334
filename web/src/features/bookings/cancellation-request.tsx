import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { useOutbox } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { failureToast } from '../../ui/toast-queue.ts'
import styles from './cancellation-request.module.css'
import { asksToCancel, customerName } from './model.ts'
import { keepBooking } from './renter-link-actions.ts'

/** A renter who asks to cancel, and the two answers. Nothing at all when nobody asks. */
export function CancellationRequest({
  booking,
  onCancel,
}: {
  readonly booking: AdminBooking
  /** Cancels it, behind its question. */
  readonly onCancel: () => void
}) {
  const { perform } = useOutbox()
  if (!asksToCancel(booking)) return null
  const name = customerName(booking)
  const keep = () => {
    const args = { id: booking.id, askedAt: booking.cancellationAskedAt ?? undefined }
    perform(keepBooking, args, { label: `Keep ${name}’s booking` }).catch(() =>
      failureToast(keepBooking.failed(args), 'Please try again.'),
    )
  }
  return (
    <section className={styles.request} aria-label="The renter asks to cancel">
      <p>
        <strong>{name} asks to cancel.</strong> Until you answer, the booking stands.
      </p>
      <div className={styles.ways}>
        <Button onPress={keep}>Keep the booking</Button>
        <Button variant="danger" onPress={onCancel}>
          Agree and cancel it
        </Button>
      </div>
    </section>
  )
}
