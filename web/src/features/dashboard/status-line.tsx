import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeeps, usePending } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { late, useSoon } from '../../ui/late.tsx'
import { keptForTheMember, useFreshness } from './freshness.ts'
import styles from './status-line.module.css'
import { type Status, statusOf } from './status-words.ts'

const NeedsYou = late(async () => (await import('./needs-you.tsx')).NeedsYou, null)

/** How a line of that tone looks. */
export const lineStyle = (tone: Status['tone']) => `${styles.line} ${styles[tone] ?? ''}`

/** The one status line, always in the same place; what waits can be looked at. */
export function StatusLine() {
  useSoon(NeedsYou)
  const pending = usePending()
  const freshness = useFreshness()
  const { tone, words } = statusOf(freshness, pending, useKeeps())
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  // Closed with the last of what it showed: the next change that waits does not open it by itself.
  if (isOpen && pending.length === 0) setIsOpen(false)
  return (
    <div className={lineStyle(tone)} data-status-line>
      <p role="status">{words}</p>
      {freshness.hasFailed && freshness.isOnline && !freshness.isFetching && (
        <Button
          variant="quiet"
          aria-label="Try again: update what is shown"
          className={styles.open ?? ''}
          onPress={() => void queries.refetchQueries({ type: 'active', predicate: keptForTheMember })}
        >
          Try again
        </Button>
      )}
      {pending.length > 0 && (
        <Button variant="quiet" className={styles.open ?? ''} onPress={() => setIsOpen(true)}>
          Show
        </Button>
      )}
      {isOpen && <NeedsYou onClose={() => setIsOpen(false)} />}
    </div>
  )
}
