import styles from './customer-details.module.css'
import { LicenceFacts } from './licence-facts.tsx'
import { useCustomer } from './use-customer.ts'

/** Where a customer's licence stands, beside something of theirs. Its room is there before it is. */
export function LicenceStanding({
  customerId,
  email,
  timeZone,
}: {
  readonly customerId: string
  readonly email: string | null
  readonly timeZone: string
}) {
  const customer = useCustomer(customerId, email)
  return (
    <dl className={`${styles.facts} ${styles.standing}`}>
      {customer !== undefined && <LicenceFacts customer={customer} timeZone={timeZone} />}
    </dl>
  )
}
