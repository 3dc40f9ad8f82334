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
  return (
    <div className={`${styles.line} ${styles[tone] ?? ''}`}>
      <p role="status">{words}</p>
      {pending.length > 0 && (
        <Button variant="quiet" className={styles.open ?? ''} onPress={() => setIsOpen(true)}>
          Show
        </Button>
      )}
      {isOpen && pending.length > 0 && <NeedsYou onClose={() => setIsOpen(false)} />}
    </div>
  )
}
