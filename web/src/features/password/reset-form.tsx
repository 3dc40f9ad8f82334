import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, inWords } from '../../lib/api.ts'
import { markUnsaved } from '../../offline/unsaved.ts'
import { useOnline } from '../../offline/use-online.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { resetPassword } from './api.ts'
import styles from './link-forms.module.css'
import { type Complaints, complaintsOf, RULES, readReset, type TypedReset } from './model.ts'

/** Chooses a password with a mailed link. What is typed is kept nowhere. */
export function ResetForm({
  token,
  onDone,
  onOver,
}: {
  readonly token: string
  readonly onDone: () => void
  /** The link is of no use any more. */
  readonly onOver: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const isOnline = useOnline()
  const [typed, setTyped] = useState<TypedReset>({ password: '', again: '' })
  const [wrong, setWrong] = useState<Complaints>({})
  const [trouble, setTrouble] = useState<string>()
  const [sending, setSending] = useState(false)
  useEffect(() => {
    // Loaded anew the page knows of no link.
    markUnsaved('reset', true)
    return () => markUnsaved('reset', false)
  }, [])

  const edit = (part: Partial<TypedReset>) => {
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
    const read = readReset(typed, token)
    if ('wrong' in read) {
      complain(read.wrong)
      return
    }
    setSending(true)
    setTrouble(undefined)
    try {
      await resetPassword(read.reset)
      onDone()
    } catch (error) {
      setSending(false)
      const problem = error instanceof ApiError ? error.problem : undefined
      const isNoLink = problem?.errors?.some(({ path }) => path === 'token') === true
      if (problem?.code === 'link-over' || isNoLink) {
        onOver()
        return
      }
      const complaints = complaintsOf(problem?.errors ?? [])
      if (Object.keys(complaints).length === 0) setTrouble(inWords(error, 'Please try again.'))
      complain(complaints)
    }
  }

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label="New password"
        inputType="password"
        autoComplete="new-password"
        description={RULES}
        value={typed.password}
        onChange={(password) => edit({ password })}
        error={wrong.password}
        autoFocus
      />
      <TextField
        label="New password again"
        inputType="password"
        autoComplete="new-password"
        value={typed.again}
        onChange={(again) => edit({ again })}
        error={wrong.again}
      />
      {!isOnline && (
        <p role="status" className={styles.note}>
          You are offline. The password can be saved when there is a network.
        </p>
      )}
      {trouble !== undefined && (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
      <Button type="submit" variant="primary" isDisabled={sending || !isOnline}>
        {sending ? 'Saving…' : 'Save the password'}
      </Button>
    </form>
  )
}
