import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useKeeps, useOutbox, usePending } from '../../offline/outbox/outbox-context.tsx'
import type { PendingAction } from '../../offline/outbox/queue.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import styles from './needs-you.module.css'

/** What waits on this device: first what the server refused, with its reason and a way out, then what is still to be sent. */
export function NeedsYou({ onClose }: { readonly onClose: () => void }) {
  const pending = usePending()
  const keeps = useKeeps()
  const refused = pending.filter(({ state }) => state === 'refused')
  const waiting = pending.filter(({ state }) => state !== 'refused')
  return (
    <Dialog title={refused.length > 0 ? 'Changes that need you' : 'Changes to send'} onClose={onClose}>
      {!keeps && (
        <p>
          This browser keeps nothing on the device (a private window, or no room is left). What is not sent is lost when
          this tab is closed.
        </p>
      )}
      {refused.length > 0 && (
        <ul className={styles.list}>
          {refused.map((action) => (
            <Refused key={action.id} action={action} onLeave={onClose} />
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
      </DialogActions>
    </Dialog>
  )
}

function Refused({ action, onLeave }: { readonly action: PendingAction; readonly onLeave: () => void }) {
  const { retry, drop, meaning } = useOutbox()
  const [, navigate] = useLocation()
  const { id, label, refusal } = action
  const queries = useQueryClient()
  const bound = meaning(action)
  // First what is in the way, then what it was about.
  const known = (queryKey: QueryKey) => queries.getQueryData(queryKey)
  const isGone = bound?.isGone(known, refusal) === true
  const ways = [...(action.ways ?? []), ...(bound?.way === undefined || isGone ? [] : [bound.way])]
  const canHelp = !isGone && bound?.isOvertaken(known) !== true
  return (
    <li className={styles.refused}>
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
        {canHelp && (
          <Button aria-label={`Try again: ${label}`} onPress={() => void retry(id)}>
            Try again
          </Button>
        )}
        <Button aria-label={`Drop: ${label}`} variant="quiet" onPress={() => void drop(id)}>
          Drop
        </Button>
      </div>
    </li>
  )
}
