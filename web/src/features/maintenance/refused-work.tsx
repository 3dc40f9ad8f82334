import { useLocation } from 'wouter'
import { useOutbox } from '../../offline/outbox/outbox-context.tsx'
import type { PendingAction } from '../../offline/outbox/queue.ts'
import { Button } from '../../ui/button.tsx'
import styles from './maintenance-dialog.module.css'

/** What was planned here and the server has refused, why, and the ways out. */
export function RefusedWork({
  refused,
  onLeave,
}: {
  readonly refused: readonly PendingAction[]
  readonly onLeave: () => void
}) {
  const { retry, drop } = useOutbox()
  const [, navigate] = useLocation()
  return (
    <ul className={styles.refused}>
      {refused.map(({ id, label, refusal, ways = [] }) => (
        <li key={id}>
          <p>
            <strong>{label}</strong> was refused. {refusal} What was planned for this vehicle after it waits.
          </p>
          <div className={styles.ways}>
            {ways.map(({ words, address }) => (
              <Button
                key={address}
                onPress={() => {
                  onLeave()
                  navigate(address)
                }}
              >
                {words}
              </Button>
            ))}
            <Button aria-label={`Try again: ${label}`} onPress={() => void retry(id)}>
              Try again
            </Button>
            <Button aria-label={`Drop: ${label}`} variant="quiet" onPress={() => void drop(id)}>
              Drop
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
