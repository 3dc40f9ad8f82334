import type { LicenceStatus } from '@forecourt/contracts/customer.ts'
import styles from './licence-badge.module.css'

const WORDS: Readonly<Record<LicenceStatus, string>> = {
  pending: 'Pending',
  verified: 'Verified',
  refused: 'Refused',
  expired: 'Expired',
}

/** Pending has an outline, verified is filled (specification section 4); what is wrong with a licence stands out. */
export function LicenceBadge({ status }: { readonly status: LicenceStatus }) {
  return (
    <span className={styles.badge} data-status={status}>
      {WORDS[status]}
    </span>
  )
}
