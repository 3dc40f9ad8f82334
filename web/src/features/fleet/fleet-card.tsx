import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { memo } from 'react'
import { wholePounds } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { Cross } from '../../ui/cross.tsx'
import { VehiclePhoto } from '../../ui/vehicle-photo.tsx'
import { transmissionName } from '../portal/vehicle-words.ts'
import styles from './fleet-card.module.css'
import { VehicleBadge } from './vehicle-badge.tsx'

/** One vehicle of the fleet. Memoised: a toggle of one leaves the others alone. */
export const FleetCard = memo(function FleetCard({
  vehicle,
  onToggle,
  onEdit,
  onRemove,
}: {
  readonly vehicle: AdminVehicle
  readonly onToggle: (vehicle: AdminVehicle) => void
  readonly onEdit: (id: string) => void
  readonly onRemove: (id: string) => void
}) {
  const { id, name, licensePlate, capacity, transmission, year, dailyRate, imageUrl, imageSrcset } = vehicle
  const canBeMade = vehicle.storedStatus === 'unavailable'
  return (
    <article className={styles.card} aria-label={name} data-row={id}>
      <div className={styles.picture}>
        {imageUrl === null ? (
          <span>No picture yet</span>
        ) : (
          <VehiclePhoto url={imageUrl} srcset={imageSrcset} sizes="(max-width: 640px) calc(100vw - 2rem), 22rem" />
        )}
        <Button className={styles.remove ?? ''} aria-label={`Delete ${name}`} onPress={() => onRemove(id)}>
          <Cross />
        </Button>
      </div>
      <h2 className={styles.name}>{name}</h2>
      <p className={styles.plate}>
        License: <span data-plate={licensePlate !== null || undefined}>{licensePlate ?? 'N/A'}</span>
      </p>
      <ul className={styles.facts}>
        <li>{capacity} seats</li>
        <li>{transmissionName[transmission]}</li>
        <li>{year ?? 'N/A'}</li>
      </ul>
      <div className={styles.standing}>
        <p className={styles.price}>
          <strong>{wholePounds(dailyRate)}</strong> per day
        </p>
        <VehicleBadge status={vehicle.status} />
      </div>
      <div className={styles.actions}>
        <Button data-row-open aria-label={`Edit ${name}`} onPress={() => onEdit(id)}>
          Edit
        </Button>
        <Button
          aria-label={`${canBeMade ? 'Make Available' : 'Mark Unavailable'}: ${name}`}
          onPress={() => onToggle(vehicle)}
        >
          {canBeMade ? 'Make Available' : 'Mark Unavailable'}
        </Button>
      </div>
    </article>
  )
})
