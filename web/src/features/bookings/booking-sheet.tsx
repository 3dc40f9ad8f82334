import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { dateOf, longDay } from '../../lib/dates.ts'
import { pounds } from '../../lib/money.ts'
import { ownBusiness } from '../business/api.ts'
import styles from './booking-sheet.module.css'
import { customerEmail, customerName, customerPhone } from './model.ts'

/** The booking as a sheet of paper, to be signed at the desk. On the screen it is not there. */
export function BookingSheet({ booking, timeZone }: { readonly booking: AdminBooking; readonly timeZone: string }) {
  const { data: business } = useQuery(ownBusiness())
  const contact = [business?.address, business?.contactPhone, business?.contactEmail].filter(Boolean).join(' · ')
  const facts = [
    ['Customer', customerName(booking)],
    ['Email', customerEmail(booking)],
    ['Phone', customerPhone(booking)],
    ['Address', booking.customerAddress],
    ['Vehicle', booking.car.name],
    ['Pickup', longDay(booking.pickupDate)],
    ['Drop-off', longDay(booking.dropoffDate)],
    ['Price', `${booking.days} ${booking.days === 1 ? 'day' : 'days'} × ${pounds(booking.dailyRate)}`],
    ['Total', pounds(booking.totalAmount)],
    ['Status', status[booking.status]],
    ['Customer notes', booking.notes],
    ['Admin notes', booking.adminNotes],
  ] as const
  return createPortal(
    <div className={styles.sheet} data-print aria-hidden="true">
      <header className={styles.head}>
        <div>
          <p className={styles.business}>{business?.name}</p>
          <p>{contact}</p>
        </div>
        <div className={styles.reference}>
          <p>#{booking.reference}</p>
          <p>Requested {dateOf(booking.createdAt, timeZone)}</p>
        </div>
      </header>
      <h1>Booking sheet</h1>
      {booking.car.licensePlate !== null && <p className={styles.plate}>{booking.car.licensePlate}</p>}
      <table className={styles.facts}>
        <tbody>
          {facts.map(([name, value]) =>
            value === null || value === '' ? null : (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      <table className={styles.handover}>
        <thead>
          <tr>
            <th aria-label="Handover" />
            <th>Mileage</th>
            <th>Fuel</th>
            <th>Damage and remarks</th>
          </tr>
        </thead>
        <tbody>
          {['At pickup', 'At return'].map((when) => (
            <tr key={when}>
              <th scope="row">{when}</th>
              <td />
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.signatures}>
        {['Customer', business?.name ?? 'For the business'].map((who) => (
          <p key={who}>Signature and date – {who}</p>
        ))}
      </div>
    </div>,
    document.body,
  )
}

const status = { pending: 'Awaiting decision', approved: 'Approved', completed: 'Completed', rejected: 'Rejected' }
