import styles from './sign-in-form.module.css'
import type { WaitingWork } from './waiting-work.ts'

/** Work that was not sent before the session ended waits for the same person: whose it is, and what to do. */
export function WaitingNote({ email, count }: Pick<WaitingWork, 'email' | 'count'>) {
  return (
    <p className={styles.note} role="status">
      {count === 1 ? '1 change is' : `${count} changes are`} kept on this device and not sent yet. Sign in as{' '}
      {email ?? 'the same person'} to send {count === 1 ? 'it' : 'them'}.
    </p>
  )
}
