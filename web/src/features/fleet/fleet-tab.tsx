import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { today } from '../../lib/dates.ts'
import { useOutbox, useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { Loading } from '../../ui/loading.tsx'
import { failureToast } from '../../ui/toast-queue.ts'
import { ownBusiness } from '../business/api.ts'
import { labelOf, toggleAvailability } from './actions.ts'
import { vehicles } from './api.ts'
import { FleetCard } from './fleet-card.tsx'
import styles from './fleet-tab.module.css'
import { toggled } from './model.ts'
import { RemoveVehicle } from './remove-vehicle.tsx'
import { VehicleDialog } from './vehicle-dialog.tsx'

/** In the place of a vehicle's id: one that is to be added. */
const NEW = 'new'

/** The business's vehicles: add, edit, take out of hire, remove (specification section 2, Fleet). */
export function FleetTab() {
  const { data: known, error, refetch } = useQuery(vehicles())
  const data = useWithPending(vehicles().queryKey, known)
  const timeZone = useQuery(ownBusiness()).data?.timeZone ?? 'Europe/London'
  const { perform } = useOutbox()
  // In the address, so that other tabs can point at it, a reload keeps it open and the way back closes it.
  const open = new URLSearchParams(useSearch()).get('vehicle')
  const [, navigate] = useLocation()
  const onEdit = useCallback((id: string) => navigate(`?tab=fleet&vehicle=${encodeURIComponent(id)}`), [navigate])
  const close = () => navigate('?tab=fleet', { replace: true })
  const [removing, setRemoving] = useState<string>()
  const thisYear = Number(today(timeZone).slice(0, 4))

  const onToggle = useCallback(
    ({ id, name, storedStatus }: AdminVehicle) => {
      const args = { id, status: toggled(storedStatus), from: storedStatus, name }
      perform(toggleAvailability, args, { label: labelOf(args) }).catch(() =>
        failureToast(toggleAvailability.failed(args), 'Please try again.'),
      )
    },
    [perform],
  )
  const edited = data?.find(({ id }) => id === open)
  const removed = data?.find(({ id }) => id === removing)
  return (
    <section className={styles.tab} aria-labelledby="fleet-heading">
      <div className={styles.head}>
        <h1 id="fleet-heading">Fleet</h1>
        <Button variant="primary" onPress={() => onEdit(NEW)}>
          Add Vehicle
        </Button>
      </div>
      {data === undefined && error === null && <Loading label="Loading the fleet" />}
      {data === undefined && error !== null && (
        <FailedToLoad error={error} otherwise="The fleet could not be loaded." onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <p className={styles.empty}>No vehicles yet. Add the first one: it appears in your portal.</p>
      )}
      <ul className={styles.grid}>
        {data?.map((vehicle) => (
          <li key={vehicle.id}>
            <FleetCard vehicle={vehicle} onToggle={onToggle} onEdit={onEdit} onRemove={setRemoving} />
          </li>
        ))}
      </ul>
      {open === NEW && <VehicleDialog thisYear={thisYear} onClose={close} />}
      {edited !== undefined && <VehicleDialog key={edited.id} vehicle={edited} thisYear={thisYear} onClose={close} />}
      {removed !== undefined && <RemoveVehicle vehicle={removed} onClose={() => setRemoving(undefined)} />}
    </section>
  )
}
