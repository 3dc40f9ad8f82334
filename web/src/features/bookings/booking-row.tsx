import type { AdminBooking, BookingStatus } from '@forecourt/contracts/booking.ts'
import { memo } from 'react'
import { periodInWords } from '../../lib/dates.ts'
import { pounds } from '../../lib/money.ts'
import { BookingActions } from './booking-actions.tsx'
import styles from './bookings-list.module.css'
import { LicenceThumb } from './licence-thumb.tsx'
import { asksToCancel, customerEmail, customerName, licenceOf } from './model.ts'
import { NotSentYet, StatusBadge } from './status-badge.tsx'

/** What a booking’s row shows, and what can be done from it. */
export interface RowProps {
  readonly booking: AdminBooking
  /** Its details are shown beside the list. */
  readonly isChosen: boolean
  /** Its status was decided here and is not sent yet. */
  readonly isUnsent: boolean
  /** Why the last decision about it was refused. */
  readonly refusal: string | undefined
  /** What stands in the way of its approval, as far as this device knows. */
  readonly conflict: string | undefined
  readonly onDetails: (id: string) => void
  readonly onLicence: (id: string) => void
  readonly onDecide: (booking: AdminBooking, to: BookingStatus) => void
  readonly onHide: (id: string, name: string) => void
}

/** A booking as a row of the table. Memoised: a decision about one leaves the others alone. */
export const TableRow = memo(function TableRow({
  booking,
  isChosen,
  isUnsent,
  refusal,
  conflict,
  onDetails,
  onLicence,
  onDecide,
  onHide,
}: RowProps) {
  return (
    <tr data-row={booking.id} aria-current={isChosen || undefined}>
      <td>
        <Customer booking={booking} onLicence={onLicence} />
      </td>
      <td>
        <Car booking={booking} />
      </td>
      <td>
        <Dates booking={booking} />
      </td>
      <td className={styles.money}>{pounds(booking.totalAmount)}</td>
      <td>
        <StatusBadge status={booking.status} />
        {isUnsent && <NotSentYet />}
        <AsksToCancel booking={booking} />
      </td>
      <td>
        <BookingActions booking={booking} onDetails={onDetails} onDecide={onDecide} onHide={onHide} />
        <Trouble refusal={refusal} conflict={conflict} />
      </td>
    </tr>
  )
})

/** The same booking as an entry of the ledger, for narrow screens. */
export const LedgerRow = memo(function LedgerRow({
  booking,
  isChosen,
  isUnsent,
  refusal,
  conflict,
  onDetails,
  onLicence,
  onDecide,
  onHide,
}: RowProps) {
  return (
    <li className={styles.entry} data-row={booking.id} aria-current={isChosen || undefined}>
      <Customer booking={booking} onLicence={onLicence} />
      <div className={styles.facts}>
        <Car booking={booking} />
        <span className={styles.money}>{pounds(booking.totalAmount)}</span>
        <Dates booking={booking} />
        <StatusBadge status={booking.status} />
        {isUnsent && (
          <span className={styles.unsent}>
            <NotSentYet />
          </span>
        )}
        <AsksToCancel booking={booking} />
      </div>
      <BookingActions booking={booking} onDetails={onDetails} onDecide={onDecide} onHide={onHide} />
      <Trouble refusal={refusal} conflict={conflict} />
    </li>
  )
})

function Customer({ booking, onLicence }: Pick<RowProps, 'booking' | 'onLicence'>) {
  const name = customerName(booking)
  const licence = licenceOf(booking)
  return (
    <div className={styles.customer}>
      {licence !== null && <LicenceThumb path={licence} customer={name} onOpen={() => onLicence(booking.id)} />}
      <div>
        <strong title={name}>{name}</strong>
        <span className={styles.email} title={customerEmail(booking) ?? undefined}>
          {customerEmail(booking)}
        </span>
        {licence !== null && <span>License uploaded</span>}
      </div>
    </div>
  )
}

function Dates({ booking: { pickupDate, dropoffDate } }: Pick<RowProps, 'booking'>) {
  const { from, until, length } = periodInWords(pickupDate, dropoffDate)
  return (
    <div className={styles.dates}>
      {/* Where there is no room for all in a line, it ends behind the arrow or the dates, and not within a day or a number of days. */}
      <span>
        <span className={styles.whole}>{from} →</span> <span className={styles.whole}>{until}</span>
      </span>{' '}
      <span className={styles.whole}>{length}</span>
    </div>
  )
}

function Car({ booking: { car } }: Pick<RowProps, 'booking'>) {
  return (
    <div className={styles.car}>
      <span>{car.name}</span>
      {car.licensePlate !== null && <span className={styles.plate}>{car.licensePlate}</span>}
    </div>
  )
}

function AsksToCancel({ booking }: Pick<RowProps, 'booking'>) {
  return asksToCancel(booking) ? <span className={styles.asksToCancel}>Asks to cancel</span> : null
}

/** The server's own word, where there is one, before what this device knows. */
function Trouble({ refusal, conflict }: Pick<RowProps, 'refusal' | 'conflict'>) {
  if (refusal !== undefined) return <p className={styles.refused}>{refusal}</p>
  return conflict === undefined ? null : <p className={styles.conflict}>{conflict}</p>
}
