import { PASSWORD_LINK_MINUTES } from '@forecourt/contracts/password.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-queue.ts'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { inviteStaff, staff } from './api.ts'
import { useColleagueDraft } from './colleague-draft.ts'
import { complaintsOf, nobody, readColleague } from './model.ts'
import styles from './staff-page.module.css'

/**
 * Adds somebody to the staff: they are mailed a link with which they choose their own password. What is typed is kept until
 * they are added; Cancel drops it.
 */
export function AddColleague({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient()
  const draft = useColleagueDraft()
  const [isLeftOver] = useState(draft.typed !== nobody)
  const { form, typed, wrong, trouble, sending, edit, submit } = useCheckedForm({
    nothing: nobody,
    kept: [draft.typed, draft.edit],
    read: readColleague,
    send: async (invitation) => {
      await inviteStaff(invitation, await draft.keyFor(JSON.stringify(invitation)))
      toast('Added to the staff', `A link to choose a password is on its way to ${invitation.email}`)
      await draft.forget()
      void queries.invalidateQueries({ queryKey: staff().queryKey })
      // Somebody may have closed it while it was sent, and be elsewhere by now.
      if (form.current !== null) onClose()
    },
    complaintsOf: ({ problem }) =>
      problem?.code === 'email-taken' ? { email: problem.message } : complaintsOf(problem?.errors ?? []),
  })

  return (
    <Dialog title="Add somebody" onClose={onClose} staysOpen wouldLose={typed !== nobody}>
      <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {isLeftOver && (
          <p role="status" className={styles.note}>
            You left this unfinished. Cancel drops it.
          </p>
        )}
        <p>They are mailed a link, good for {PASSWORD_LINK_MINUTES} minutes, and choose their password themselves.</p>
        <TextField
          label="Email"
          inputType="email"
          autoComplete="off"
          value={typed.email}
          onChange={(email) => edit({ email })}
          error={wrong.email}
          autoFocus
        />
        <TextField
          label="First name (optional)"
          autoComplete="off"
          value={typed.firstName}
          onChange={(firstName) => edit({ firstName })}
          error={wrong.firstName}
          maxLength={100}
        />
        <TextField
          label="Last name (optional)"
          autoComplete="off"
          value={typed.lastName}
          onChange={(lastName) => edit({ lastName })}
          error={wrong.lastName}
          maxLength={100}
        />
        {trouble !== undefined && (
          <p role="alert" className={styles.trouble}>
            {trouble}
          </p>
        )}
        <DialogActions>
          <Button
            onPress={() => {
              void draft.forget()
              onClose()
            }}
          >
            Cancel
          </Button>
          <Button type="submit" variant="primary" isBusy={sending}>
            {sending ? 'Adding…' : 'Add and mail the link'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
