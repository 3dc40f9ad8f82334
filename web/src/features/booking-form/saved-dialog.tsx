import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SeenButton } from '../../ui/seen-button.tsx'
import styles from './confirmation.module.css'
import type { Counter } from './counter.ts'
import { texts } from './texts.ts'

/** A request that waits on the device: its reference, and that nobody but this device knows of it yet. */
export function SavedDialog({
  reference,
  device,
  onClose,
}: {
  readonly reference: string
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
      <p>Nobody has it yet: the days are not held for you.</p>
      <DialogActions>
        <SeenButton onPress={onClose}>Done</SeenButton>
      </DialogActions>
    </Dialog>
  )
}
