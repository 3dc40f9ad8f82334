import styles from './sign-in-form.module.css'
import { waitingInWords } from './waiting-words.ts'
import type { WaitingWork } from './waiting-work.ts'

/** Work that was kept when the session ended waits for the same person: whose it is, and what to do. */
export function WaitingNote(work: WaitingWork) {
  return (
    <p className={styles.note} role="status">
      {waitingInWords(work)}
    </p>
  )
}
