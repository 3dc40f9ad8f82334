import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-queue.ts'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import styles from './account-page.module.css'
import { changePassword } from './api.ts'
import { complaintsOf, readChange, type TypedChange } from './model.ts'
import { NewPassword } from './new-password.tsx'

const nothing: TypedChange = { current: '', password: '', again: '' }

/** Another password for whoever is signed in. What is typed is kept nowhere. */
export function ChangePassword({ user, isOnline }: { readonly user: CurrentUser; readonly isOnline: boolean }) {
  const { form, typed, wrong, trouble, sending, edit, submit, clear } = useCheckedForm({
    nothing,
    read: readChange,
    send: async (change) => {
      await changePassword(change, user.id)
      clear()
      toast('Password changed', 'You are signed out on every other device.')
    },
    complaintsOf: ({ problem }) => complaintsOf(problem?.errors ?? []),
  })

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {/* So that whoever keeps passwords for them knows whose it is. */}
      <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      <TextField
        label="Current password"
        inputType="password"
        autoComplete="current-password"
        value={typed.current}
        onChange={(current) => edit({ current })}
        error={wrong.current}
      />
      <NewPassword typed={typed} wrong={wrong} onEdit={edit} />
      {trouble !== undefined && (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
      <Button type="submit" variant="primary" isDisabled={!isOnline} isBusy={sending}>
        {sending ? 'Changing…' : 'Change password'}
      </Button>
    </form>
  )
}
