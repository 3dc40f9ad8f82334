import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { ApiError } from '../../lib/api.ts'
import { useUnsaved } from '../../offline/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { currentUser, signIn } from './api.ts'
import styles from './sign-in-form.module.css'
import { tellTabs } from './tabs.ts'
import { keepEmail, typedEmail } from './typed-email.ts'
import { WaitingNote } from './waiting-note.tsx'
import { useWaitingWork } from './waiting-work.ts'
import { wantedSearch } from './wanted.ts'

/** Milliseconds between success and the dashboard (specification section 2). */
const BEFORE_REDIRECT = 100

/** E-mail and password for one business's dashboard. */
export function SignInForm({ slug }: { readonly slug: string }) {
  const waiting = useWaitingWork(slug)
  /** Undefined until somebody types: who most likely signs in is the one whose work waits here. */
  const [typed, setTyped] = useState(() => {
    const kept = typedEmail(slug)
    return kept === '' ? undefined : kept
  })
  const email = typed ?? waiting.find(({ isLast }) => isLast)?.email ?? ''
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({})
  const [sending, setSending] = useState(false)
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  useUnsaved(password !== '')

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const complaints = {
      ...(email.trim() === '' ? { email: 'Email is required' } : {}),
      ...(password === '' ? { password: 'Password is required' } : {}),
    }
    flushSync(() => setMissing(complaints))
    if (Object.keys(complaints).length > 0) {
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return
    }
    setSending(true)
    try {
      await signIn({ email: email.trim(), password, businessSlug: slug })
      tellTabs('signed in')
      await queries.fetchQuery({ ...currentUser(), staleTime: 0 })
      keepEmail(slug, '')
      toast('Logged in successfully')
      setTimeout(() => navigate(`/${slug}/admin${wantedSearch()}`), BEFORE_REDIRECT)
    } catch (error) {
      setSending(false)
      // A server in trouble that does not speak our language has said nothing about the password.
      const isTrouble = error instanceof ApiError && error.status >= 500 && error.problem === undefined
      if (!(error instanceof ApiError) || isTrouble) failureToast('Login failed. Please try again.')
      else failureToast('Login Failed', error.problem?.message ?? 'Invalid credentials')
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {waiting.map((work) => (
        <WaitingNote key={work.memberId} {...work} />
      ))}
      <TextField
        label="Email"
        inputType="email"
        autoComplete="username"
        value={email}
        onChange={(text) => {
          setTyped(text)
          keepEmail(slug, text)
        }}
        error={missing.email}
        autoFocus
      />
      <TextField
        label="Password"
        inputType="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={missing.password}
      />
      <Button type="submit" variant="primary" isBusy={sending}>
        {sending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  )
}
