import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeeps, usePending } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { late } from '../../ui/late.tsx'
import { useLateDialog } from '../../ui/late-dialog.ts'
import { keptForTheMember, useFreshness } from './freshness.ts'
import styles from './status-line.module.css'
import { type Status, statusOf } from './status-words.ts'

const NeedsYou = late(async () => (await import('./needs-you.tsx')).NeedsYou)

/** How a line of that tone looks. */
export const lineStyle = (tone: Status['tone']) => `${styles.line} ${styles[tone] ?? ''}`

const withoutTime = (words: string) => words.replace(/\d\d:\d\d/, '')

/** The one status line, always in the same place; what waits can be looked at. */
export function StatusLine() {
  const whenThere = useLateDialog(NeedsYou)
  const pending = usePending()
  const freshness = useFreshness()
  const { tone, words } = statusOf(freshness, pending, useKeeps())
  // While all is well only the time goes on: nobody wants that read out to them minute after minute.
  const [said, setSaid] = useState({ words, isTick: false })
  if (said.words !== words) setSaid({ words, isTick: withoutTime(said.words) === withoutTime(words) })
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  // Closed with the last of what it showed: the next change that waits does not open it by itself.
  if (isOpen && pending.length === 0) setIsOpen(false)
  return (
    <div className={lineStyle(tone)} data-status-line>
      <p role="status" aria-live={said.isTick ? 'off' : 'polite'}>
        {words}
      </p>
      {(freshness.hasFailed || freshness.word === 'missing') && freshness.isOnline && !freshness.isFetching && (
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
        <Button variant="quiet" className={styles.open ?? ''} onPress={() => whenThere(() => setIsOpen(true))}>
          Show
        </Button>
      )}
      {isOpen && <NeedsYou onClose={() => setIsOpen(false)} />}
    </div>
  )
}
