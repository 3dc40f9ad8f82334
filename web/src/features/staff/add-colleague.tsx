import { PASSWORD_LINK_MINUTES } from '@forecourt/contracts/password.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, inWords } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-queue.ts'
import { inviteStaff, staff } from './api.ts'
import { type Complaints, complaintsOf, type NewColleague, readColleague } from './model.ts'
import styles from './staff-page.module.css'

const nobody: NewColleague = { email: '', firstName: '', lastName: '' }

/** Adds somebody to the staff: they are mailed a link with which they choose their own password. */
export function AddColleague({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(nobody)
  const [wrong, setWrong] = useState<Complaints>({})
  const [trouble, setTrouble] = useState<string>()
  const [sending, setSending] = useState(false)
  // One key for as long as the form says the same: what is sent again after a lost answer adds one account.
  const attempt = useRef({ body: '', key: '' })

  const edit = (part: Partial<NewColleague>) => {
    setTyped({ ...typed, ...part })
    setWrong({})
    setTrouble(undefined)
  }
  function complain(complaints: Complaints): void {
    flushSync(() => setWrong(complaints))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (sending) return
    const read = readColleague(typed)
    if ('wrong' in read) {
      complain(read.wrong)
      return
    }
    const body = JSON.stringify(read.invitation)
    if (attempt.current.body !== body) attempt.current = { body, key: crypto.randomUUID() }
    setSending(true)
    setTrouble(undefined)
    try {
      await inviteStaff(read.invitation, attempt.current.key)
      toast('Added to the staff', `A link to choose a password is on its way to ${read.invitation.email}`)
      void queries.invalidateQueries({ queryKey: staff().queryKey })
      if (form.current !== null) onClose()
    } catch (error) {
      setSending(false)
      const problem = error instanceof ApiError ? error.problem : undefined
      const complaints =
        problem?.code === 'email-taken' ? { email: problem.message } : complaintsOf(problem?.errors ?? [])
      if (Object.keys(complaints).length === 0) setTrouble(inWords(error, 'Please try again.'))
      complain(complaints)
    }
  }

  return (
    <Dialog title="Add somebody" onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
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
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isDisabled={sending}>
            {sending ? 'Adding…' : 'Add and mail the link'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
