import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { today } from '../../lib/dates.ts'
import { useOnline } from '../../offline/use-online.ts'
import { Loading } from '../../ui/loading.tsx'
import { NativeButton } from '../../ui/native-button.tsx'
import { fleet } from './api.ts'
import { asOf } from './as-of.ts'
import styles from './fleet.module.css'
import { VehicleCard } from './vehicle-card.tsx'

/** The fleet of a business, with the sentences of the specification's section 2 for no answer and no vehicles. */
export function FleetSection({
  slug,
  timeZone,
  selected,
  onSelect,
}: {
  readonly slug: string
  /** The business's. */
  readonly timeZone: string
  readonly selected: string | undefined
  readonly onSelect: (vehicle: Vehicle) => void
}) {
  const { data: vehicles, isPending, refetch, isError, dataUpdatedAt } = useQuery(fleet(slug))
  const isOnline = useOnline()
  const day = today(timeZone)
  if (isPending) {
    return (
      <div className={styles.waiting}>
        <Loading label="Loading the fleet" />
      </div>
    )
  }
  if (vehicles === undefined) {
    return (
      <div className={styles.empty} role="alert">
        <p>
          <strong>Unable to load vehicles</strong>
        </p>
        <p>Please try refreshing the page.</p>
        <NativeButton onClick={() => void refetch()}>Try again</NativeButton>
      </div>
    )
  }
  if (vehicles.length === 0) {
    return (
      <div className={styles.empty}>
        <p>
          <strong>No vehicles available</strong>
        </p>
        <p>Please check back later for available cars.</p>
      </div>
    )
  }
  return (
    <>
      <p role="status" className={styles.asOf}>
        {(!isOnline || isError) && asOf(dataUpdatedAt, isOnline)}
      </p>
      <Cards vehicles={vehicles} today={day} selected={selected} onSelect={onSelect} />
    </>
  )
}

/** Those that fill the first screen are there first; a slow telephone would take three times as long for all of them. */
const FIRST = 4

function Cards({
  vehicles,
  today: day,
  selected,
  onSelect,
}: {
  readonly vehicles: readonly Vehicle[]
  readonly today: string
  readonly selected: string | undefined
  readonly onSelect: (vehicle: Vehicle) => void
}) {
  const shown = useDeferredValue(vehicles, vehicles.slice(0, FIRST))
  return (
    <ul className={styles.grid}>
      {shown.map((vehicle, place) => (
        <li key={vehicle.id}>
          <VehicleCard
            vehicle={vehicle}
            today={day}
            isFirst={place === 0}
            isSelected={vehicle.id === selected}
            onSelect={onSelect}
          />
        </li>
      ))}
    </ul>
  )
}
