import type { BookingStatus } from '@forecourt/contracts/booking.ts'
import styles from './status-badge.module.css'

const names: Record<Exclude<BookingStatus, 'pending'>, string> = {
  approved: 'Approved',
  completed: 'Completed',
  rejected: 'Rejected',
}

/** Beside a status that was decided here: the server has not heard of it yet. */
export const NotSentYet = () => <span className={styles.unsent}>Not sent yet</span>

/** The status as a badge; a pending booking has none (specification section 4), only the words that it waits. */
export function StatusBadge({ status }: { readonly status: BookingStatus }) {
  if (status === 'pending') return <span className={styles.waiting}>Awaiting decision</span>
  return (
    <span className={styles.badge} data-status={status}>
      {names[status]}
    </span>
  )
}
