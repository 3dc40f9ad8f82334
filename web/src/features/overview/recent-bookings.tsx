import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { Link } from 'wouter'
import { dateOf } from '../../lib/dates.ts'
import { useUndoable } from '../../offline/outbox/use-undoable.ts'
import { Button } from '../../ui/button.tsx'
import { Cross } from '../../ui/cross.tsx'
import { useMovingRows } from '../../ui/use-moving-rows.ts'
import { hideFrom, useUnsentDecisions } from '../bookings/actions.ts'
import { customerName } from '../bookings/model.ts'
import { NotSentYet, StatusBadge } from '../bookings/status-badge.tsx'
import { addressOf } from '../bookings/way-to.ts'
import { recent } from './model.ts'
import styles from './recent-bookings.module.css'

/** The newest bookings, each of which can be put out of sight. */
export function RecentBookings({
  bookings,
  timeZone,
}: {
  readonly bookings: readonly AdminBooking[]
  readonly timeZone: string
}) {
  const hide = useUndoable(hideFrom)
  const unsent = useUnsentDecisions()
  const rows = recent(bookings)
  const moving = useMovingRows(rows)
  return (
    <section {...moving} aria-labelledby="recent-heading" className={styles.recent}>
      <h2 id="recent-heading">Recent Bookings</h2>
      {rows.length === 0 && <p className={styles.empty}>No bookings yet</p>}
      <ul className={styles.list}>
        {rows.map((booking) => {
          const name = customerName(booking)
          return (
            <li key={booking.id} data-row={booking.id}>
              <Link href={addressOf(booking.id)} className={styles.what} data-row-open>
                <strong>{name}</strong>
                <span>{booking.car.name}</span>
                <span className={styles.date}>{dateOf(booking.createdAt, timeZone)}</span>
              </Link>
              <span className={styles.badge}>
                {booking.status !== 'pending' && <StatusBadge status={booking.status} />}
                {unsent.has(booking.id) && <NotSentYet />}
              </span>
              <Button
                variant="quiet"
                data-row-away
                aria-label={`Dismiss the booking of ${name}`}
                onPress={() =>
                  void hide(
                    { id: booking.id, page: 'hide-from-recent' },
                    {
                      label: `Dismiss ${name}’s booking`,
                      said: 'Removed from recent bookings',
                      saidOfAll: (count) => `${count} removed from recent bookings`,
                    },
                  )
                }
              >
                <Cross />
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
