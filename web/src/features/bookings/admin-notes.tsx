import { useState } from 'react'
import { useKeeps, useOutbox } from '../../offline/outbox/outbox-context.tsx'
import { useUnsaved } from '../../offline/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { failureToast } from '../../ui/toast-queue.ts'
import { saveNotes } from './actions.ts'
import styles from './admin-notes.module.css'
import { saySame } from './model.ts'
import { useNotesDraft } from './notes-draft.ts'

/**
 * Notes that only staff see. What is not saved yet, or was refused, is kept and stands in the field again when the booking is
 * opened the next time; notes that somebody else has saved meanwhile are shown beside it before they are replaced.
 */
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
  const keeps = useKeeps()
  const { draft, isWaiting, keep, forget } = useNotesDraft(id)
  const [isLeftOver, setLeftOver] = useState(draft !== undefined)
  const notes = draft?.text ?? saved
  const isUnsaved = !saySame(notes, saved)
  const isOvertaken = draft !== undefined && isUnsaved && !saySame(draft.from, saved)
  useUnsaved(isUnsaved)

  const write = (text: string) => {
    setLeftOver(false)
    void keep({ text, from: draft?.from ?? saved })
  }
  const save = async () => {
    if (!isUnsaved) return
    const args = { id, adminNotes: notes, notesFrom: saved }
    try {
      await perform(saveNotes, args, { label: `Save notes on ${customer}’s booking` })
      setLeftOver(false)
      await forget()
    } catch {
      failureToast('Failed to save admin notes', 'Please try again.')
    }
  }
  return (
    <div className={styles.notes}>
      <TextField label="Admin Notes" rows={3} value={notes} onChange={write} />
      <div role="status" className={styles.hints}>
        {isOvertaken && <Overtaken by={saved} />}
        {isLeftOver && isUnsaved && !isOvertaken && <p>You left these notes without saving them.</p>}
        {isWaiting && !isUnsaved && (
          <p>{keeps ? 'Saved on this device – not sent yet' : 'Not sent yet – keep this tab open'}</p>
        )}
      </div>
      <div className={styles.ways}>
        {/* Not `isDisabled`: with the button the focus would be gone, and Esc would no longer close the dialog. */}
        <Button aria-disabled={!isUnsaved} onPress={() => void save()}>
          Save Notes
        </Button>
        {isUnsaved && (isLeftOver || isOvertaken) && (
          <Button variant="quiet" onPress={() => void forget()}>
            Discard mine
          </Button>
        )}
      </div>
    </div>
  )
}

/** What others have saved since these notes were begun. */
function Overtaken({ by }: { readonly by: string }) {
  return (
    <div className={styles.overtaken}>
      <p>{by === '' ? 'Somebody has removed the notes meanwhile.' : 'Somebody has saved other notes meanwhile:'}</p>
      {by !== '' && <blockquote>{by}</blockquote>}
      <p>Yours are not saved yet. Save Notes replaces theirs.</p>
    </div>
  )
}
