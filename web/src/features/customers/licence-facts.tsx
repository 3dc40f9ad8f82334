import type { Customer } from '@forecourt/contracts/customer.ts'
import { dateOf } from '../../lib/dates.ts'
import styles from './customer-details.module.css'
import { LicenceBadge } from './licence-badge.tsx'

/** What staff have said of the licence, who did and when, and why it was refused. */
export function LicenceFacts({ customer, timeZone }: { readonly customer: Customer; readonly timeZone: string }) {
  const { licenseStatus, licenseRefusedReason, licenseCheckedAt, licenseCheckedBy } = customer
  return (
    <>
      <div>
        <dt>License</dt>
        <dd className={styles.check}>
          <LicenceBadge status={licenseStatus} />
          {licenseCheckedAt !== null && (
            <span className={styles.quiet}>
              {dateOf(licenseCheckedAt, timeZone)}
              {licenseCheckedBy !== null && `, ${licenseCheckedBy}`}
            </span>
          )}
        </dd>
      </div>
      {licenseRefusedReason !== null && (
        <div>
          <dt>Reason</dt>
          <dd className={styles.reason}>{licenseRefusedReason}</dd>
        </div>
      )}
    </>
  )
}
