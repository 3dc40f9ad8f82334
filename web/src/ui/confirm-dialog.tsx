import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

/** Asks before something that is hard to take back. The way back has the focus first. */
export function ConfirmDialog({
  title,
  question,
  confirm,
  back,
  onConfirm,
  onBack,
}: {
  readonly title: string
  readonly question: string
  readonly confirm: string
  readonly back: string
  readonly onConfirm: () => void
  readonly onBack: () => void
}) {
  return (
    <Dialog title={title} onClose={onBack} isAlert>
      <p>{question}</p>
      <DialogActions>
        <Button autoFocus onPress={onBack}>
          {back}
        </Button>
        <Button variant="danger" onPress={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
