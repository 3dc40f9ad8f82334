import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { longDay, periodInWords } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import styles from './calendar-view.module.css'
import { customerName } from './model.ts'
import { NotSentYet } from './status-badge.tsx'

/** Everybody who has a vehicle on a day. */
export function CalendarDay({
  day,
  bookings,
  unsent,
  onDetails,
  onClose,
}: {
  readonly day: string
  readonly bookings: readonly AdminBooking[]
  /** Those that were approved here, which is not sent yet. */
  readonly unsent: ReadonlySet<string>
  readonly onDetails: (id: string) => void
  readonly onClose: () => void
}) {
  return (
    <Dialog title={longDay(day)} onClose={onClose}>
      <ul className={styles.day}>
        {bookings.map((booking) => (
          <li key={booking.id}>
            <div>
              <strong>{customerName(booking)}</strong>
              <span>
                {booking.car.name} · {periodInWords(booking.pickupDate, booking.dropoffDate).dates}
              </span>
              {unsent.has(booking.id) && <NotSentYet />}
            </div>
            <Button aria-label={`View details of ${customerName(booking)}`} onPress={() => onDetails(booking.id)}>
              View
            </Button>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
