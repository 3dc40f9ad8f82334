import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, inWords } from '../../lib/api.ts'
import { markUnsaved } from '../../offline/unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-queue.ts'
import styles from './account-page.module.css'
import { changePassword } from './api.ts'
import { type Complaints, complaintsOf, RULES, readChange, type TypedChange } from './model.ts'

const nothing: TypedChange = { current: '', password: '', again: '' }

/** Another password for whoever is signed in. What is typed is kept nowhere. */
export function ChangePassword({ user, isOnline }: { readonly user: CurrentUser; readonly isOnline: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(nothing)
  const [wrong, setWrong] = useState<Complaints>({})
  const [trouble, setTrouble] = useState<string>()
  const [sending, setSending] = useState(false)
  const isDirty = typed !== nothing
  useEffect(() => {
    markUnsaved('password', isDirty)
    return () => markUnsaved('password', false)
  }, [isDirty])

  const edit = (part: Partial<TypedChange>) => {
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
    const read = readChange(typed)
    if ('wrong' in read) {
      complain(read.wrong)
      return
    }
    setSending(true)
    setTrouble(undefined)
    try {
      await changePassword(read.change, user.id)
      setTyped(nothing)
      toast('Password changed', 'You are signed out on every other device.')
    } catch (error) {
      const complaints = error instanceof ApiError ? complaintsOf(error.problem?.errors ?? []) : {}
      if (Object.keys(complaints).length === 0) setTrouble(inWords(error, 'Please try again.'))
      complain(complaints)
    } finally {
      setSending(false)
    }
  }

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
      <TextField
        label="New password"
        inputType="password"
        autoComplete="new-password"
        description={RULES}
        value={typed.password}
        onChange={(password) => edit({ password })}
        error={wrong.password}
      />
      <TextField
        label="New password again"
        inputType="password"
        autoComplete="new-password"
        value={typed.again}
        onChange={(again) => edit({ again })}
        error={wrong.again}
      />
      {trouble !== undefined && (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
      <Button type="submit" variant="primary" isDisabled={!isOnline || sending}>
        {sending ? 'Changing…' : 'Change password'}
      </Button>
    </form>
  )
}
