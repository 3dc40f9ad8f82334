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
import { mendedFrom } from './mending.ts'
import { asItStands } from './model.ts'
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
  const [opened, setOpened] = useState<{ readonly block: Maintenance } | { readonly refused: string }>()
  // Saved elsewhere meanwhile, or cancelled: what is changed is what stands now.
  const openedBlock = opened !== undefined && 'block' in opened ? opened.block : undefined
  const action = work.refused.find(({ id }) => opened !== undefined && 'refused' in opened && id === opened.refused)
  const mended = action === undefined ? undefined : mendedFrom(action, work.blocks)
  const standing = openedBlock && asItStands(openedBlock, work.blocks)
  const changed = mended === undefined ? standing : mended.changed
  // What is typed stays with the form that it was typed into, whatever the block is called by now.
  const form = mended?.id ?? (standing && openedBlock?.id)
  return (
    <Dialog title={`Maintenance: ${vehicle.name}`} onClose={onClose} size="page" staysOpen>
      {work.refused.length > 0 && (
        <RefusedWork
          refused={work.refused}
          blocks={work.blocks}
          onMend={(refused) => setOpened({ refused })}
          onLeave={onClose}
        />
      )}
      {!work.isKnown && work.error !== null && (
        <FailedToLoad error={work.error} otherwise="The maintenance could not be loaded." onRetry={work.refetch} />
      )}
      <BlockList
        blocks={work.blocks}
        bookings={work.bookings}
        today={today}
        isUnsent={work.isUnsent}
        onChange={(chosen) => setOpened({ block: chosen })}
        onCancel={(block) => void work.cancel(block)}
        onReject={(requests) => void work.rejectAll(requests)}
      />
      <BlockForm
        key={form ?? 'new'}
        draftName={form ?? vehicle.id}
        vehicle={vehicle}
        today={today}
        changed={changed}
        mended={mended}
        begun={newBlock(asked?.from, asked?.to)}
        bookings={work.bookings}
        blocks={work.blocks}
        onSave={work.save}
        onDone={() => setOpened(undefined)}
      />
      <DueDatesForm key={`due ${vehicle.id}`} vehicle={vehicle} today={today} />
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
