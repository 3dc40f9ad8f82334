import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { memo } from 'react'
import { wholePounds } from '../../lib/money.ts'
import { NativeButton } from '../../ui/native-button.tsx'
import { VehiclePhoto } from '../../ui/vehicle-photo.tsx'
import { nextDaysOf } from './next-days.ts'
import { NextDaysStrip } from './next-days-strip.tsx'
import { WIDTH_IN_GRID } from './picture-width.ts'
import styles from './vehicle-card.module.css'
import { categoryName, fuelName, standing, transmissionName } from './vehicle-words.ts'

/**
 * One vehicle: picture, name, price, four plain facts and its next days. Only an available one can be chosen. It is not
 * made anew while somebody types into the form beside it.
 */
export const VehicleCard = memo(function VehicleCard({
  vehicle,
  today,
  isFirst,
  isSelected,
  onSelect,
}: {
  readonly vehicle: Vehicle
  /** The business's day, `YYYY-MM-DD`. */
  readonly today: string
  /** Its picture is the largest thing that a phone shows: it is not waited with. */
  readonly isFirst: boolean
  readonly isSelected: boolean
  readonly onSelect: (vehicle: Vehicle) => void
}) {
  const { word: status, canBeChosen } = standing(vehicle)
  const next = nextDaysOf(vehicle, today)
  const word = isSelected ? 'Selected' : canBeChosen ? 'Select' : 'Not available'
  return (
    <article className={styles.card} data-selected={isSelected || undefined} aria-label={vehicle.name}>
      <div className={styles.picture}>
        {vehicle.imageUrl === null ? (
          <span className={styles.noPicture}>No picture yet</span>
        ) : (
          <VehiclePhoto url={vehicle.imageUrl} srcset={vehicle.imageSrcset} sizes={WIDTH_IN_GRID} isFirst={isFirst} />
        )}
      </div>
      <div className={styles.head}>
        <h3>{vehicle.name}</h3>
        <p className={styles.price}>
          <strong>{wholePounds(vehicle.dailyRate)}</strong> <span>per day</span>
        </p>
      </div>
      <ul className={styles.facts}>
        <li>{categoryName[vehicle.category]}</li>
        <li>{vehicle.capacity} seats</li>
        <li>{transmissionName[vehicle.transmission]}</li>
        <li>{fuelName[vehicle.fuelType]}</li>
      </ul>
      {vehicle.description !== null && vehicle.description !== '' && (
        <p className={styles.description}>{vehicle.description}</p>
      )}
      {next !== undefined && <NextDaysStrip shown={next} />}
      <div className={styles.foot}>
        <span className={styles.status} data-free={(canBeChosen && !vehicle.outToday) || undefined}>
          {status}
        </span>
        <NativeButton
          variant={isSelected ? 'primary' : 'plain'}
          disabled={!canBeChosen}
          onClick={() => onSelect(vehicle)}
          aria-label={`${word} ${vehicle.name}`}
        >
          {word}
        </NativeButton>
      </div>
    </article>
  )
})
