import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { BlockForm } from './block-form.tsx'
import { BlockList } from './block-list.tsx'
import { newBlock } from './draft.ts'
import { DueDatesForm } from './due-dates-form.tsx'
import { RefusedWork } from './refused-work.tsx'
import { useWork } from './use-work.ts'

export interface Asked {
  readonly from: string
  readonly to: string
}

/** When a vehicle is worked on, and when its papers and its service are due. */
export function MaintenanceDialog({
  vehicle,
  today,
  asked,
  onClose,
}: {
  readonly vehicle: AdminVehicle
  readonly today: string
  /** Days that were chosen already, on the timeline. */
  readonly asked?: Asked | undefined
  readonly onClose: () => void
}) {
  const work = useWork(vehicle, today)
  const [changing, setChanging] = useState<Maintenance>()
  // Saved elsewhere meanwhile, or cancelled: what is changed is what stands now.
  const changed = work.blocks.find(({ id }) => id === changing?.id)
  return (
    <Dialog title={`Maintenance: ${vehicle.name}`} onClose={onClose} size="page">
      {work.refused.length > 0 && <RefusedWork refused={work.refused} onLeave={onClose} />}
      {!work.isKnown && work.error !== null && (
        <FailedToLoad error={work.error} otherwise="The maintenance could not be loaded." onRetry={work.refetch} />
      )}
      <BlockList
        blocks={work.blocks}
        bookings={work.bookings}
        today={today}
        onChange={setChanging}
        onCancel={(block) => void work.cancel(block)}
        onReject={(requests) => void work.rejectAll(requests)}
      />
      <BlockForm
        key={changed?.id ?? 'new'}
        vehicle={vehicle}
        today={today}
        changed={changed}
        begun={newBlock(asked?.from, asked?.to)}
        bookings={work.bookings}
        blocks={work.blocks}
        onSave={work.save}
        onDone={() => setChanging(undefined)}
      />
      <DueDatesForm key={`due ${vehicle.id}`} vehicle={vehicle} today={today} />
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
