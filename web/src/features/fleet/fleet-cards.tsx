import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { useMemo } from 'react'
import { groupBy } from '../../lib/group-by.ts'
import { nowAndNext } from '../maintenance/model.ts'
import { useMaintenance } from '../maintenance/use-maintenance.ts'
import { FleetCard } from './fleet-card.tsx'
import styles from './fleet-tab.module.css'

/** The fleet as cards, each with what is done with the vehicle today and next. */
export function FleetCards({
  vehicles,
  today,
  ...handlers
}: {
  readonly vehicles: readonly AdminVehicle[]
  readonly today: string
  readonly onToggle: (vehicle: AdminVehicle) => void
  readonly onEdit: (id: string) => void
  readonly onRemove: (id: string) => void
  readonly onMaintenance: (id: string) => void
}) {
  const { blocks } = useMaintenance()
  const byVehicle = useMemo(() => groupBy(blocks ?? [], ({ carId }) => carId), [blocks])
  return (
    <ul className={styles.grid}>
      {vehicles.map((vehicle) => (
        <li key={vehicle.id}>
          <FleetCard
            vehicle={vehicle}
            today={today}
            isWorkKnown={blocks !== undefined}
            {...nowAndNext(byVehicle.get(vehicle.id) ?? [], vehicle.id, today)}
            {...handlers}
          />
        </li>
      ))}
    </ul>
  )
}
