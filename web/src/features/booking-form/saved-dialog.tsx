import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SeenButton } from '../../ui/seen-button.tsx'
import styles from './confirmation.module.css'
import type { Counter } from './counter.ts'
import { texts } from './texts.ts'

/** A request that waits on the device: its reference, and whether anybody but this device may know of it. */
export function SavedDialog({
  reference,
  device,
  mayHaveArrived,
  onClose,
}: {
  readonly reference: string
  /** It, or what it was before it was changed, was sent, and no answer came. */
  readonly mayHaveArrived: boolean
  readonly device: Counter['device']
  readonly onClose: () => void
}) {
  return (
    <Dialog title={texts.saved(device)} onClose={onClose} staysOpen>
      <p className={styles.reference}>
        <span>Your reference</span>
        <strong>#{reference}</strong>
      </p>
      <p>{texts.sentLater(device)}</p>
      <p>{mayHaveArrived ? texts.mayHaveArrived : texts.nobodyHasIt}</p>
      <DialogActions>
        <SeenButton onPress={onClose}>Done</SeenButton>
      </DialogActions>
    </Dialog>
  )
}
