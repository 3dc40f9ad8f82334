import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inWords, NoAnswer } from '../../lib/api.ts'
import { usePending } from '../../offline/outbox/outbox-context.tsx'
import { useOnline } from '../../offline/use-online.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import styles from './account-page.module.css'
import { signOutEverywhere } from './api.ts'
import { ChangePassword } from './change-password.tsx'

/** One's own account: the password, and the end of all sessions. Both need the server. */
export function AccountPage({ user, onLogout }: { readonly user: CurrentUser; readonly onLogout: () => void }) {
  const isOnline = useOnline()
  return (
    <section className={styles.page} aria-labelledby="account-heading">
      <h1 id="account-heading">Your account</h1>
      <p>
        You are signed in as <strong>{user.email}</strong>.
      </p>
      {!isOnline && (
        <p role="status" className={styles.note}>
          You are offline. Your password can be changed, and you can sign out everywhere, when there is a network.
        </p>
      )}
      <section className={styles.part} aria-labelledby="password-heading">
        <h2 id="password-heading">Change your password</h2>
        <p className={styles.quiet}>You stay signed in here. On every other device you are signed out.</p>
        <ChangePassword user={user} isOnline={isOnline} />
      </section>
      <section className={styles.part} aria-labelledby="everywhere-heading">
        <h2 id="everywhere-heading">Sign out everywhere</h2>
        <p className={styles.quiet}>
          Ends your session on every device, on this one too. Nothing of the dashboard stays on this device; on another
          one it goes as soon as that is opened with a network.
        </p>
        <SignOutEverywhere user={user} isOnline={isOnline} onLogout={onLogout} />
      </section>
    </section>
  )
}

function SignOutEverywhere({
  user,
  isOnline,
  onLogout,
}: {
  readonly user: CurrentUser
  readonly isOnline: boolean
  /** Leaves nothing on this device, as signing out does. */
  readonly onLogout: () => void
}) {
  const queries = useQueryClient()
  /** What it would drop of what was typed; undefined unless it is being asked. */
  const [typed, setTyped] = useState<string>()
  const [sending, setSending] = useState(false)
  const unsent = usePending().length

  async function ask(): Promise<void> {
    try {
      const { typedHere, typedInWords } = await import('../account/logout-question.tsx')
      setTyped(typedInWords(await typedHere(queries, user)))
    } catch {
      failureToast('This could not be opened', 'Part of the app did not arrive. Check the connection and try again.')
    }
  }

  async function leave(): Promise<void> {
    setTyped(undefined)
    setSending(true)
    try {
      await signOutEverywhere(user.id)
      toast('You are signed out everywhere')
      onLogout()
    } catch (error) {
      setSending(false)
      // It may have been done, and only the answer was lost.
      const title = error instanceof NoAnswer ? 'You may still be signed in' : 'You are still signed in'
      failureToast(title, inWords(error, 'Please try again.'))
    }
  }

  const dropped = unsent === 1 ? 'One change has' : `${unsent} changes have`
  return (
    <>
      <Button variant="danger" isDisabled={!isOnline} isBusy={sending} onPress={() => void ask()}>
        {sending ? 'Signing out…' : 'Sign out everywhere'}
      </Button>
      {typed !== undefined && (
        <ConfirmDialog
          title="Sign out everywhere?"
          question={`You have to sign in again on every device.${unsent === 0 ? '' : ` ${dropped} not reached the server and ${unsent === 1 ? 'is' : 'are'} dropped.`} ${typed}`}
          confirm="Sign out everywhere"
          back="Stay"
          onBack={() => setTyped(undefined)}
          onConfirm={() => void leave()}
        />
      )}
    </>
  )
}
