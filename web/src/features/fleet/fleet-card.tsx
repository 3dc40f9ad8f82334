import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { memo } from 'react'
import { wholePounds } from '../../lib/money.ts'
import { useSettling } from '../../lib/use-settling.ts'
import { Button } from '../../ui/button.tsx'
import { Cross } from '../../ui/cross.tsx'
import { VehiclePhoto } from '../../ui/vehicle-photo.tsx'
import { CardMaintenance } from '../maintenance/card-maintenance.tsx'
import { dueSoon } from '../maintenance/due.ts'
import { statusToday } from '../maintenance/model.ts'
import { transmissionName } from '../portal/vehicle-words.ts'
import styles from './fleet-card.module.css'
import { VehicleBadge } from './vehicle-badge.tsx'

/** One vehicle of the fleet. Memoised: a toggle of one leaves the others alone. */
export const FleetCard = memo(function FleetCard({
  vehicle,
  today,
  isWorkKnown,
  now,
  next,
  onToggle,
  onEdit,
  onRemove,
  onMaintenance,
}: {
  readonly vehicle: AdminVehicle
  readonly today: string
  /** Whether this device has heard of the fleet's maintenance. */
  readonly isWorkKnown: boolean
  /** Its maintenance today, and the next one. */
  readonly now: Maintenance | undefined
  readonly next: Maintenance | undefined
  readonly onToggle: (vehicle: AdminVehicle) => void
  readonly onEdit: (id: string) => void
  readonly onRemove: (id: string) => void
  readonly onMaintenance: (id: string) => void
}) {
  const { id, name, licensePlate, capacity, transmission, year, dailyRate, imageUrl, imageSrcset } = vehicle
  const canBeMade = vehicle.storedStatus === 'unavailable'
  const { isSettling, take } = useSettling()
  return (
    <article className={styles.card} aria-label={name} data-row={id}>
      <div className={styles.picture}>
        {imageUrl === null ? (
          <span>No picture yet</span>
        ) : (
          <VehiclePhoto url={imageUrl} srcset={imageSrcset} sizes="(max-width: 640px) calc(100vw - 2rem), 22rem" />
        )}
        <Button
          className={styles.remove ?? ''}
          data-row-away
          aria-label={`Delete ${name}`}
          onPress={() => onRemove(id)}
        >
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
        <VehicleBadge status={isWorkKnown ? statusToday(vehicle, now !== undefined) : vehicle.status} />
      </div>
      <CardMaintenance now={now} next={next} due={dueSoon(vehicle.dueDates, today)} />
      <div className={styles.actions}>
        <Button data-row-open aria-label={`Edit ${name}`} onPress={() => onEdit(id)}>
          Edit
        </Button>
        <Button
          aria-label={`${canBeMade ? 'Make Available' : 'Mark Unavailable'}: ${name}`}
          isBusy={isSettling}
          onPress={() => take(() => onToggle(vehicle))}
        >
          {canBeMade ? 'Make Available' : 'Mark Unavailable'}
        </Button>
        <Button aria-label={`Plan maintenance: ${name}`} onPress={() => onMaintenance(id)}>
          Plan maintenance
        </Button>
      </div>
    </article>
  )
})
