import type { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { longDay } from '../../lib/dates.ts'
import { Telephone } from '../../ui/telephone.tsx'
import { mailTo } from './model.ts'
import styles from './renter-page.module.css'

/** Where the vehicle is fetched and brought back, and whom to ask. */
export function PickUp({
  booking: { business, pickupDate, dropoffDate, reference, status },
}: {
  readonly booking: RenterBooking
}) {
  const { name, address, phone, contactEmail } = business
  const takesPlace = status === 'pending' || status === 'approved'
  const fetching = address === null ? `ask ${name} where to fetch the vehicle` : 'fetch the vehicle here'
  const where =
    status === 'pending'
      ? `Once it is confirmed, ${fetching}`
      : fetching.replace(/^./, (letter) => letter.toUpperCase())
  return (
    <section className={styles.part} aria-labelledby="pick-up">
      <h2 id="pick-up">{takesPlace ? 'Pick-up and return' : 'Contact'}</h2>
      {address !== null && (
        <address className={styles.address}>
          <strong>{name}</strong>
          <br />
          {address}
        </address>
      )}
      {takesPlace && (
        <p>
          {where} on {longDay(pickupDate)} and bring it back by {longDay(dropoffDate)}. Bring your driving licence and{' '}
          <span className={styles.whole}>#{reference}.</span>
        </p>
      )}
      {(phone !== null || contactEmail !== null) && (
        <p className={styles.ways}>
          {phone !== null && <Telephone written={phone} verb="Call" />}
          {contactEmail !== null && <a href={mailTo(contactEmail, reference)}>{contactEmail}</a>}
        </p>
      )}
    </section>
  )
}
