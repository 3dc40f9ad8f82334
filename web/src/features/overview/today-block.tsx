import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { Link } from 'wouter'
import { longDay, periodInWords, shortDay } from '../../lib/dates.ts'
import { customerName } from '../bookings/model.ts'
import { addressOf } from '../bookings/way-to.ts'
import { todayAtTheDesk } from './model.ts'
import styles from './today-block.module.css'
import { TodayFleet } from './today-fleet.tsx'

/** Rows that a group shows; the rest is a number. */
const SHOWN = 4

/** Pick-ups, returns and decisions waiting, each with the way to the booking, and what is to be known of the fleet. */
export function TodayBlock({
  bookings,
  today,
}: {
  readonly bookings: readonly AdminBooking[]
  readonly today: string
}) {
  const { pickUps, returns, overdue, waiting, cancellations } = todayAtTheDesk(bookings, today)
  return (
    <section className={styles.block} aria-labelledby="today-heading" data-today={today}>
      <h2 id="today-heading">
        Today <span>{longDay(today)}</span>
      </h2>
      <div className={styles.groups}>
        <Group title="Pick-ups" bookings={pickUps} nobody="Nobody picks up today." />
        <Group title="Returns" bookings={[...overdue, ...returns]} nobody="Nothing comes back today." today={today} />
        <Group title="Decisions waiting" bookings={waiting} nobody="Every request is decided." withPeriod />
        {cancellations.length > 0 && <Group title="Asked to cancel" bookings={cancellations} nobody="" withPeriod />}
        <TodayFleet today={today} />
      </div>
    </section>
  )
}

function Group({
  title,
  bookings,
  nobody,
  today,
  withPeriod = false,
}: {
  readonly title: string
  readonly bookings: readonly AdminBooking[]
  readonly nobody: string
  /** Bookings that ended before it are overdue. */
  readonly today?: string
  readonly withPeriod?: boolean
}) {
  return (
    <section className={styles.group} aria-label={title}>
      <h3>
        {title} <span className={styles.count}>{bookings.length}</span>
      </h3>
      {bookings.length === 0 && <p className={styles.quiet}>{nobody}</p>}
      <ul>
        {bookings.slice(0, SHOWN).map((booking) => (
          <li key={booking.id}>
            <Link href={addressOf(booking.id)}>
              <strong>{customerName(booking)}</strong>
              <span>{booking.car.name}</span>
              {withPeriod && (
                <span className={styles.days}>{periodInWords(booking.pickupDate, booking.dropoffDate).dates}</span>
              )}
              {today !== undefined && booking.dropoffDate < today && (
                <span className={`${styles.days} ${styles.overdue}`}>due {shortDay(booking.dropoffDate)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {bookings.length > SHOWN && (
        <Link href="?tab=bookings" className={styles.more}>
          +{bookings.length - SHOWN} more
        </Link>
      )}
    </section>
  )
}
