import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { IOS_STEPS } from './texts.ts'

/** How the desk is put on the home screen where the browser has no dialog for it. */
export function InstallSteps({ business, onClose }: { readonly business: string; readonly onClose: () => void }) {
  return (
    <Dialog title="Install the desk" onClose={onClose}>
      <p>The desk of {business} opens from the home screen at once, also without a network.</p>
      <p>{IOS_STEPS}</p>
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
