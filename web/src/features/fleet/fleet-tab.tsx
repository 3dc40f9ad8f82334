import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { inWords } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { useOutbox, useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
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

/** What is open over the fleet. */
type Open = { readonly what: 'add' } | { readonly what: 'edit' | 'remove'; readonly id: string } | undefined

/** The business's vehicles: add, edit, take out of hire, remove (specification section 2, Fleet). */
export function FleetTab() {
  const { data: known, error, refetch } = useQuery(vehicles())
  const data = useWithPending(vehicles().queryKey, known)
  const timeZone = useQuery(ownBusiness()).data?.timeZone ?? 'Europe/London'
  const { perform } = useOutbox()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
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
  const onEdit = useCallback((id: string) => setOpen({ what: 'edit', id }), [])
  const onRemove = useCallback((id: string) => setOpen({ what: 'remove', id }), [])

  const chosen = open === undefined || open.what === 'add' ? undefined : data?.find(({ id }) => id === open.id)
  return (
    <section className={styles.tab} aria-labelledby="fleet-heading">
      <div className={styles.head}>
        <h1 id="fleet-heading">Fleet</h1>
        <Button variant="primary" onPress={() => setOpen({ what: 'add' })}>
          Add Vehicle
        </Button>
      </div>
      {data === undefined && error === null && <Loading label="Loading the fleet" />}
      {data === undefined && error !== null && (
        <p role="alert">
          {inWords(error, 'The fleet could not be loaded.')} <Button onPress={() => void refetch()}>Try again</Button>
        </p>
      )}
      {data?.length === 0 && (
        <p className={styles.empty}>No vehicles yet. Add the first one: it appears in your portal.</p>
      )}
      <ul className={styles.grid}>
        {data?.map((vehicle) => (
          <li key={vehicle.id}>
            <FleetCard vehicle={vehicle} onToggle={onToggle} onEdit={onEdit} onRemove={onRemove} />
          </li>
        ))}
      </ul>
      {open?.what === 'add' && <VehicleDialog thisYear={thisYear} onClose={close} />}
      {open?.what === 'edit' && chosen !== undefined && (
        <VehicleDialog key={chosen.id} vehicle={chosen} thisYear={thisYear} onClose={close} />
      )}
      {open?.what === 'remove' && chosen !== undefined && <RemoveVehicle vehicle={chosen} onClose={close} />}
    </section>
  )
}
