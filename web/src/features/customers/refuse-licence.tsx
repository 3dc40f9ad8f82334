import { LONGEST_LICENCE_REASON } from '@forecourt/contracts/customer.ts'
import { useState } from 'react'
import { useUnsaved } from '../../offline/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { reasonError } from './model.ts'

/** Asks why a licence is refused: the customer reads it. */
export function RefuseLicence({
  customer,
  onRefuse,
  onBack,
}: {
  readonly customer: string
  readonly onRefuse: (reason: string) => void
  readonly onBack: () => void
}) {
  const [reason, setReason] = useState('')
  const [complained, setComplained] = useState(false)
  useUnsaved(reason !== '')
  const error = reasonError(reason)
  const refuse = () => {
    if (error === undefined) onRefuse(reason.trim())
    else setComplained(true)
  }
  return (
    <Dialog title="Refuse License" onClose={onBack} staysOpen wouldLose={reason !== ''}>
      <p>{customer} is mailed your reason, and how to send another picture.</p>
      <TextField
        label="Reason"
        rows={4}
        autoFocus
        value={reason}
        onChange={setReason}
        maxLength={LONGEST_LICENCE_REASON}
        error={complained ? error : undefined}
      />
      <DialogActions>
        <Button onPress={onBack}>Back</Button>
        <Button variant="danger" onPress={refuse}>
          Refuse License
        </Button>
      </DialogActions>
    </Dialog>
  )
}
