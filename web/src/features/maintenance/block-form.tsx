import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { LONGEST_NOTE, type Maintenance } from '@forecourt/contracts/maintenance.ts'
import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTyped } from '../../offline/typed.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { failureToast } from '../../ui/toast-queue.ts'
import { type BlockDraft, type Complaints, draftOf, hasBegun, onTopOf, readBlock, Typed } from './draft.ts'
import { InTheWay } from './in-the-way.tsx'
import styles from './maintenance-dialog.module.css'
import type { Mended } from './mending.ts'
import { inTheWay } from './model.ts'
import type { useWork } from './use-work.ts'
import { kindName } from './words.ts'

const ACTION = 'Please try again.'

/** Takes a vehicle out of hire for some days, or changes that. What is typed is kept until it is saved. */
export function BlockForm({
  draftName,
  vehicle,
  today,
  changed,
  mended,
  begun,
  bookings,
  blocks,
  onSave,
  onDone,
}: {
  /** What is typed is kept under it. */
  readonly draftName: string
  readonly vehicle: AdminVehicle
  readonly today: string
  /** Undefined for a new block. */
  readonly changed: Maintenance | undefined
  /** The refused action that the form was opened from. */
  readonly mended: Mended | undefined
  /** A new block as it is asked for. */
  readonly begun: BlockDraft
  readonly bookings: readonly AdminBooking[]
  readonly blocks: readonly Maintenance[]
  readonly onSave: ReturnType<typeof useWork>['save']
  readonly onDone: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const { draft: typed, keep } = useTyped('maintenance', draftName, Typed)
  const filledIn = typed ?? mended?.draft
  const edited = changed === undefined ? undefined : onTopOf(changed, filledIn ?? draftOf(changed))
  // Days that somebody has just chosen on the timeline go before what was typed some other time.
  const [isChosen, setChosen] = useState(mended === undefined && changed === undefined && begun.from !== '')
  const { seen: _, ...shown }: Typed = edited?.draft ?? filledIn ?? begun
  const draft = isChosen ? { ...shown, from: begun.from, to: begun.to } : shown
  const [wrong, setWrong] = useState<Complaints>({})
  const taken = inTheWay({ ...draft, carId: vehicle.id, id: changed?.id }, { bookings, blocks })
  const isFree = taken.bookings.length === 0 && taken.blocks.length === 0
  const isStarted = changed !== undefined && hasBegun(changed, today)

  const edit = (part: Partial<BlockDraft>) => {
    setChosen(false)
    void keep({ ...draft, ...part, ...(edited === undefined ? {} : { seen: edited.seen }) })
    setWrong((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
  }
  const leave = () => {
    setChosen(false)
    void keep(undefined)
    onDone()
  }
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const read = readBlock(draft, today, changed)
    if ('wrong' in read || !isFree) {
      flushSync(() => setWrong('wrong' in read ? read.wrong : {}))
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-way]')?.focus()
      return
    }
    try {
      // What is not saved yet stays in the form.
      if (await onSave(read.work, { changed, seen: edited?.seen, mended: mended?.id })) leave()
    } catch {
      failureToast('Failed to save the maintenance', ACTION)
    }
  }
  return (
    <form
      ref={form}
      className={styles.part}
      aria-labelledby="block-heading"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h3 id="block-heading">{changed === undefined ? 'Add maintenance' : 'Change maintenance'}</h3>
      <div className={styles.fields}>
        <TextField
          label="From"
          inputType="date"
          min={today}
          value={draft.from}
          isDisabled={isStarted}
          onChange={(from) => edit({ from })}
          error={wrong.from}
        />
        <TextField
          label="Back in hire on"
          inputType="date"
          min={draft.from === '' ? today : draft.from}
          value={draft.to}
          onChange={(to) => edit({ to })}
          error={wrong.to}
        />
        <SelectField label="What is done" value={draft.kind} onChange={(kind) => edit({ kind })} error={wrong.kind}>
          {Object.entries(kindName).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Note (optional)"
          description="About the vehicle, never about a person"
          autoComplete="off"
          maxLength={LONGEST_NOTE}
          value={draft.note}
          onChange={(note) => edit({ note })}
          error={wrong.note}
        />
      </div>
      <InTheWay vehicle={vehicle.name} {...taken} />
      <div className={styles.ways}>
        <Button type="submit" variant="primary">
          {changed === undefined ? 'Add maintenance' : 'Save'}
        </Button>
        {(changed !== undefined || mended !== undefined) && <Button onPress={leave}>Leave it as it is</Button>}
      </div>
    </form>
  )
}
