import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import { Link } from 'wouter'
import { periodInWords } from '../../lib/dates.ts'
import { customerName } from '../bookings/model.ts'
import { wayTo } from '../bookings/way-to.ts'
import styles from './maintenance-dialog.module.css'
import { daysInWords, kindName } from './words.ts'

/** What holds days that are asked for, in words, with the way to each booking. Said while the days are chosen. */
export function InTheWay({
  vehicle,
  bookings,
  blocks,
}: {
  readonly vehicle: string
  readonly bookings: readonly AdminBooking[]
  readonly blocks: readonly Maintenance[]
}) {
  return (
    <div role="status" className={styles.taken}>
      {bookings.map((booking) => (
        <p key={booking.id}>
          {vehicle} is booked by {customerName(booking)} from{' '}
          {periodInWords(booking.pickupDate, booking.dropoffDate).dates}.{' '}
          <Link href={wayTo(booking).address} data-way>
            {wayTo(booking).words}
          </Link>
        </p>
      ))}
      {blocks.map((block) => (
        <p key={block.id}>
          {vehicle} is in maintenance already: {kindName[block.kind]}, {daysInWords(block)}.
        </p>
      ))}
    </div>
  )
}
