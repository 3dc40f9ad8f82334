import type { LicenceStatus } from '@forecourt/contracts/customer.ts'
import styles from './licence-badge.module.css'

/** Pending has an outline, verified is filled (specification section 4). */
export function LicenceBadge({ status }: { readonly status: LicenceStatus }) {
  return (
    <span className={styles.badge} data-status={status}>
      {status === 'verified' ? 'Verified' : 'Pending'}
    </span>
  )
}
