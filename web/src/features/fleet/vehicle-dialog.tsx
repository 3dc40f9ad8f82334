import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { useUnsaved } from '../../offline/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { PictureField } from './picture-field.tsx'
import { Unsaved } from './unsaved-vehicle.tsx'
import { useVehicleForm } from './use-vehicle-form.ts'
import styles from './vehicle-dialog.module.css'
import { VehicleFields } from './vehicle-fields.tsx'

/** Adds a vehicle, or edits one. What is typed is kept until it is saved or discarded; Cancel discards it. */
export function VehicleDialog({
  vehicle,
  thisYear,
  onClose,
}: {
  readonly vehicle?: AdminVehicle
  readonly thisYear: number
  readonly onClose: () => void
}) {
  const {
    form,
    draft,
    saved,
    wrong,
    trouble,
    sending,
    isDirty,
    isLeftOver,
    refusal,
    overtaken,
    edit,
    submit,
    discard,
  } = useVehicleForm({ vehicle, thisYear, onClose })
  useUnsaved(isDirty)
  return (
    <Dialog
      title={vehicle === undefined ? 'Add Vehicle' : `Edit ${vehicle.name}`}
      onClose={onClose}
      size="page"
      staysOpen
    >
      <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {(isLeftOver || overtaken.length > 0) && (
          <Unsaved saved={saved} overtaken={overtaken} refusal={refusal} onDiscard={discard} />
        )}
        <VehicleFields draft={draft} wrong={wrong} thisYear={thisYear} edit={edit} />
        <PictureField path={draft.imageUrl} change={(imageUrl) => edit({ imageUrl })} />
        {trouble !== undefined && (
          <p role="alert" className={styles.trouble}>
            {trouble}
          </p>
        )}
        <DialogActions>
          <Button
            onPress={() => {
              discard()
              onClose()
            }}
          >
            Cancel
          </Button>
          <Button type="submit" variant="primary" isBusy={sending}>
            {sending ? 'Saving…' : vehicle === undefined ? 'Add Vehicle' : 'Save Changes'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
