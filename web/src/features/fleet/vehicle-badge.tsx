import type { VehicleStatus } from '@forecourt/contracts/fleet.ts'
import styles from './vehicle-badge.module.css'

const names: Record<VehicleStatus, string> = {
  available: 'Available',
  booked: 'Booked',
  maintenance: 'Maintenance',
  unavailable: 'Unavailable',
}

/** A vehicle's status (variants: specification section 4). */
export function VehicleBadge({ status }: { readonly status: VehicleStatus }) {
  return (
    <span className={styles.badge} data-status={status}>
      {names[status]}
    </span>
  )
}
