import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useKeeps, useOutbox, usePending } from '../../offline/outbox/outbox-context.tsx'
import type { PendingAction } from '../../offline/outbox/queue.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useMovingRows } from '../../ui/use-moving-rows.ts'
import styles from './needs-you.module.css'
import { RefusedChange } from './refused-change.tsx'

/** What waits on this device: first what the server refused, with its reason and a way out, then what is still to be sent. */
export function NeedsYou({ onClose }: { readonly onClose: () => void }) {
  const pending = usePending()
  const keeps = useKeeps()
  const { retry } = useOutbox()
  const standing = useStanding()
  const refused = pending.filter(({ state }) => state === 'refused').map((action) => ({ action, ...standing(action) }))
  const waiting = pending.filter(({ state }) => state !== 'refused')
  const moving = useMovingRows(refused.map(({ action }) => action))
  const helpable = refused.filter(({ mayHelp }) => mayHelp)
  const retryAll = () => {
    for (const { action } of helpable) void retry(action.id)
  }
  return (
    <Dialog title={refused.length > 0 ? 'Changes that need you' : 'Changes to send'} onClose={onClose}>
      {!keeps && (
        <p>
          This browser keeps nothing on the device (a private window, or no room is left). What is not sent is lost when
          this tab is closed.
        </p>
      )}
      {refused.length > 0 && (
        <ul className={styles.list} {...moving}>
          {refused.map((one) => (
            <RefusedChange key={one.action.id} {...one} onLeave={onClose} />
          ))}
        </ul>
      )}
      {waiting.length > 0 && (
        <>
          <h3 className={styles.heading}>Still to be sent</h3>
          <ul className={styles.list}>
            {waiting.map(({ id, label }) => (
              <li key={id}>{label}</li>
            ))}
          </ul>
        </>
      )}
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
        {helpable.length > 1 && <Button onPress={retryAll}>Try all again</Button>}
      </DialogActions>
    </Dialog>
  )
}

/** Gives what is known of a refused change by now: where it can be looked at, and whether to send it again may help. */
function useStanding() {
  const { meaning } = useOutbox()
  const queries = useQueryClient()
  const known = (queryKey: QueryKey) => queries.getQueryData(queryKey)
  return (action: PendingAction) => {
    const bound = meaning(action)
    const isGone = bound?.isGone(known, action.refusal) === true
    // First what is in the way, then what it was about.
    const ways = [...(action.ways ?? []), ...(bound?.way === undefined || isGone ? [] : [bound.way])]
    return { ways, mayHelp: !isGone && bound?.isOvertaken(known) !== true }
  }
}
