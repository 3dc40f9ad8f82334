import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useOutbox } from '../../offline/outbox/outbox-context.tsx'
import type { PendingAction } from '../../offline/outbox/queue.ts'
import { Button } from '../../ui/button.tsx'
import { useMovingRows } from '../../ui/use-moving-rows.ts'
import styles from './maintenance-dialog.module.css'
import { mendedFrom } from './mending.ts'

/** What was planned here and the server has refused, why, and the ways out. */
export function RefusedWork({
  refused,
  blocks,
  onMend,
  onLeave,
}: {
  readonly refused: readonly PendingAction[]
  readonly blocks: readonly Maintenance[]
  /** Opens one of them, by its id, in the form. */
  readonly onMend: (id: string) => void
  readonly onLeave: () => void
}) {
  const { retry, drop, meaning } = useOutbox()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const moving = useMovingRows(refused)
  return (
    <ul className={styles.refused} {...moving}>
      {refused.map((action) => {
        const { id, label, refusal, ways = [] } = action
        const mayHelp = meaning(action)?.isOvertaken((queryKey) => queries.getQueryData(queryKey)) !== true
        return (
          <li key={id} data-row={id}>
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
              {mendedFrom(action, blocks) !== undefined && (
                <Button aria-label={`Change it: ${label}`} onPress={() => onMend(id)}>
                  Change it
                </Button>
              )}
              {mayHelp && (
                <Button aria-label={`Try again: ${label}`} data-row-away onPress={() => void retry(id)}>
                  Try again
                </Button>
              )}
              <Button aria-label={`Drop: ${label}`} variant="quiet" data-row-away onPress={() => void drop(id)}>
                Drop
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
