import type { BookingReceipt } from '@forecourt/contracts/booking.ts'
import { useLocation } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SeenButton } from '../../ui/seen-button.tsx'
import styles from '../booking-form/confirmation.module.css'
import { texts } from '../booking-form/texts.ts'
import { addressOf } from '../bookings/way-to.ts'

/** A walk-in's booking is there: its reference, and the way to it. */
export function BookingCreated({
  receipt: { id, reference },
  isAsFirstSent,
  onClose,
}: {
  readonly receipt: BookingReceipt
  /** What was changed since is not in it. */
  readonly isAsFirstSent: boolean
  readonly onClose: () => void
}) {
  const [, navigate] = useLocation()
  return (
    <Dialog title="Booking created" onClose={onClose} staysOpen>
      <p className={styles.reference}>
        <span>Reference</span>
        <strong>#{reference}</strong>
      </p>
      <p>It is in the list of bookings and waits there to be approved.</p>
      {isAsFirstSent && <p>{texts.asFirstSentAtDesk}</p>}
      <DialogActions>
        <Button onPress={() => navigate(addressOf(id))}>Open the booking</Button>
        <SeenButton onPress={onClose}>Next customer</SeenButton>
      </DialogActions>
    </Dialog>
  )
}
