import type { VehicleStatus } from '@forecourt/contracts/fleet.ts'
import { statusName } from './status-name.ts'
import styles from './vehicle-badge.module.css'

/** A vehicle's status (variants: specification section 4). */
export function VehicleBadge({ status }: { readonly status: VehicleStatus }) {
  return (
    <span className={styles.badge} data-status={status}>
      {statusName[status]}
    </span>
  )
}
