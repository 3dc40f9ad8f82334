import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useToday } from '../../lib/use-today.ts'
import { useOutbox, useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { late } from '../../ui/late.tsx'
import { Loading } from '../../ui/loading.tsx'
import { failureToast } from '../../ui/toast-queue.ts'
import { useMovingRows } from '../../ui/use-moving-rows.ts'
import { ownBusiness } from '../business/api.ts'
import { labelOf, toggleAvailability } from './actions.ts'
import { fleetAddress, fleetPlace } from './addresses.ts'
import { vehicles } from './api.ts'
import { FleetCards } from './fleet-cards.tsx'
import styles from './fleet-tab.module.css'
import { toggled } from './model.ts'
import { RemoveVehicle } from './remove-vehicle.tsx'
import { VehicleDialog } from './vehicle-dialog.tsx'

/** Loaded when it is opened: the cards alone are what most people come for. */
const MaintenanceDialog = late(
  async () => (await import('../maintenance/maintenance-dialog.tsx')).MaintenanceDialog,
  null,
)

const Timeline = late(async () => (await import('../timeline/timeline.tsx')).Timeline, 'Loading the timeline')

/** While nobody knows the fleet. */
const NONE: readonly AdminVehicle[] = []

/** In the place of a vehicle's id: one that is to be added. */
const NEW = 'new'

/** The business's vehicles: add, edit, take out of hire, remove (specification section 2, Fleet). */
export function FleetTab() {
  const { data: known, error, refetch } = useQuery(vehicles())
  const data = useWithPending(vehicles().queryKey, known)
  const timeZone = useQuery(ownBusiness()).data?.timeZone ?? 'Europe/London'
  const today = useToday(timeZone)
  const { perform } = useOutbox()
  const moving = useMovingRows(data ?? NONE)
  const place = fleetPlace(useSearch())
  const { isTimeline } = place
  const [, navigate] = useLocation()
  const onEdit = useCallback((vehicle: string) => navigate(fleetAddress({ isTimeline: false, vehicle })), [navigate])
  const onMaintenance = useCallback(
    (maintenance: string) => navigate(fleetAddress({ isTimeline: false, maintenance })),
    [navigate],
  )
  const close = () => navigate(fleetAddress({ isTimeline }), { replace: true })
  const [removing, setRemoving] = useState<string>()
  const thisYear = Number(today.slice(0, 4))

  const onToggle = useCallback(
    ({ id, name, storedStatus }: AdminVehicle) => {
      const args = { id, status: toggled(storedStatus), from: storedStatus, name }
      perform(toggleAvailability, args, { label: labelOf(args) }).catch(() =>
        failureToast(toggleAvailability.failed(args), 'Please try again.'),
      )
    },
    [perform],
  )
  const named = (wanted: string | undefined) => data?.find(({ id }) => id === wanted)
  const edited = named(place.vehicle)
  const worked = named(place.maintenance)
  const removed = named(removing)
  return (
    <section {...moving} className={styles.tab} aria-labelledby="fleet-heading">
      <div className={styles.head}>
        <h1 id="fleet-heading">Fleet</h1>
        <fieldset aria-label="View" className={styles.views}>
          <Button aria-pressed={!isTimeline} onPress={() => navigate(fleetAddress({ isTimeline: false }))}>
            Cards
          </Button>
          <Button aria-pressed={isTimeline} onPress={() => navigate(fleetAddress({ isTimeline: true }))}>
            Timeline
          </Button>
        </fieldset>
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
      {data !== undefined && data.length > 0 && isTimeline && <Timeline vehicles={data} today={today} />}
      {data !== undefined && !isTimeline && (
        <FleetCards
          vehicles={data}
          today={today}
          onToggle={onToggle}
          onEdit={onEdit}
          onRemove={setRemoving}
          onMaintenance={onMaintenance}
        />
      )}
      {place.vehicle === NEW && <VehicleDialog thisYear={thisYear} onClose={close} />}
      {edited !== undefined && <VehicleDialog key={edited.id} vehicle={edited} thisYear={thisYear} onClose={close} />}
      {worked !== undefined && (
        <MaintenanceDialog key={worked.id} vehicle={worked} today={today} asked={daysOf(place)} onClose={close} />
      )}
      {removed !== undefined && <RemoveVehicle vehicle={removed} onClose={() => setRemoving(undefined)} />}
    </section>
  )
}

const daysOf = ({ from, to }: ReturnType<typeof fleetPlace>) =>
  from === undefined || to === undefined ? undefined : { from, to }
