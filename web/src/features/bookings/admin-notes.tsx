import { useEffect, useState } from 'react'
import { useOutbox } from '../../offline/outbox/outbox-context.tsx'
import { markUnsaved } from '../../offline/unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { failureToast } from '../../ui/toast-queue.ts'
import { saveNotes } from './actions.ts'
import styles from './booking-details.module.css'

/** Notes that only staff see. What could not be saved stays in the field. */
export function AdminNotes({
  id,
  customer,
  saved,
}: {
  readonly id: string
  readonly customer: string
  readonly saved: string
}) {
  const { perform } = useOutbox()
  const [notes, setNotes] = useState(saved)
  const unsaved = notes !== saved
  useEffect(() => {
    markUnsaved('admin-notes', unsaved)
    return () => markUnsaved('admin-notes', false)
  }, [unsaved])

  const save = () => {
    perform(saveNotes, { id, adminNotes: notes }, { label: `Save notes on ${customer}’s booking` }).catch(() =>
      failureToast('Failed to save admin notes', 'This device has no room to keep them. Please try again.'),
    )
  }
  return (
    <div className={styles.save}>
      <TextField label="Admin Notes" rows={3} value={notes} onChange={setNotes} />
      <Button isDisabled={!unsaved} onPress={save}>
        Save Notes
      </Button>
    </div>
  )
}
