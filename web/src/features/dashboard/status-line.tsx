import { useState } from 'react'
import { useKeeps, usePending } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { useFreshness } from './freshness.ts'
import { NeedsYou } from './needs-you.tsx'
import styles from './status-line.module.css'
import { statusOf } from './status-words.ts'

/** The one status line, always in the same place; what waits can be looked at. */
export function StatusLine() {
  const pending = usePending()
  const { tone, words } = statusOf(useFreshness(), pending, useKeeps())
  const [isOpen, setIsOpen] = useState(false)
  // Closed with the last of what it showed: the next change that waits does not open it by itself.
  if (isOpen && pending.length === 0) setIsOpen(false)
  return (
    <div className={`${styles.line} ${styles[tone] ?? ''}`}>
      <p role="status">{words}</p>
      {pending.length > 0 && (
        <Button variant="quiet" className={styles.open ?? ''} onPress={() => setIsOpen(true)}>
          Show
        </Button>
      )}
      {isOpen && <NeedsYou onClose={() => setIsOpen(false)} />}
    </div>
  )
}
