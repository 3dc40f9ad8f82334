import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { focusRow } from '../shortcuts/rows.ts'
import { announcement } from './arrivals.ts'
import styles from './new-requests.module.css'

/** Says that bookings have arrived, over the list and without moving it; a tap puts them in and goes to the newest. */
export function NewRequests({
  arrived,
  onShow,
}: {
  readonly arrived: readonly AdminBooking[]
  readonly onShow: () => void
}) {
  const [newest] = arrived
  return (
    <div role="status" className={styles.place}>
      {newest !== undefined && (
        <Button
          className={styles.bar ?? ''}
          onPress={() => {
            flushSync(onShow)
            focusRow(newest.id)
          }}
        >
          {announcement(arrived)}
        </Button>
      )}
    </div>
  )
}
