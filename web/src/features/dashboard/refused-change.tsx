import { useState } from 'react'
import { useLocation } from 'wouter'
import { useOutbox } from '../../offline/outbox/outbox-context.tsx'
import type { PendingAction, Way } from '../../offline/outbox/queue.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { lostWith } from './dropping.ts'
import styles from './needs-you.module.css'

/** A change that the server has refused: why, and the ways out. What cannot be made again is not dropped by one tap. */
export function RefusedChange({
  action: { id, name, label, refusal },
  ways,
  mayHelp,
  onLeave,
}: {
  readonly action: PendingAction
  readonly ways: readonly Way[]
  /** To send it again may help. */
  readonly mayHelp: boolean
  readonly onLeave: () => void
}) {
  const { retry, drop } = useOutbox()
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState(false)
  const lost = lostWith(name)
  return (
    <li className={styles.refused} data-row={id}>
      <strong>{label}</strong>
      <p>{refusal}</p>
      <div className={styles.ways}>
        {ways.map(({ words, address }) => (
          <Button
            key={address}
            aria-label={`${words}: ${label}`}
            onPress={() => {
              onLeave()
              navigate(address)
            }}
          >
            {words}
          </Button>
        ))}
        {mayHelp && (
          <Button aria-label={`Try again: ${label}`} data-row-away onPress={() => void retry(id)}>
            Try again
          </Button>
        )}
        <Button
          aria-label={`Drop: ${label}`}
          variant="quiet"
          data-row-away
          onPress={() => (lost === undefined ? void drop(id) : setAsking(true))}
        >
          Drop
        </Button>
      </div>
      {asking && lost !== undefined && (
        <ConfirmDialog
          title="Drop this change?"
          question={`${label}: ${lost}`}
          confirm="Drop it"
          back="Keep it"
          onConfirm={() => {
            setAsking(false)
            void drop(id)
          }}
          onBack={() => setAsking(false)}
        />
      )}
    </li>
  )
}
