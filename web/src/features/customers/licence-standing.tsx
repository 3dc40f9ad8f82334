import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import styles from './customer-details.module.css'
import { LicenceBadge } from './licence-badge.tsx'
import { LicenceFacts } from './licence-facts.tsx'
import { isSaidOf } from './model.ts'
import { useCustomer } from './use-customer.ts'

/** Where the licence stands that came with a booking. Its room is there before it is. */
export function LicenceStanding({
  booking,
  email,
  timeZone,
}: {
  readonly booking: AdminBooking
  readonly email: string | null
  readonly timeZone: string
}) {
  const customer = useCustomer(booking.customerId, email)
  return (
    <dl className={`${styles.facts} ${styles.standing}`}>
      {customer !== undefined &&
        (isSaidOf(customer, booking) ? (
          <LicenceFacts customer={customer} timeZone={timeZone} />
        ) : (
          <div>
            <dt>License</dt>
            <dd className={styles.check}>
              {booking.status === 'pending' && <LicenceBadge status="pending" />}
              <span className={styles.quiet}>Another picture than the customer’s on record</span>
            </dd>
          </div>
        ))}
    </dl>
  )
}
