import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Counter } from './counter.ts'
import { texts } from './texts.ts'
import type { Waiting } from './waiting.ts'
import styles from './waiting-request.module.css'

/** A request that is not sent yet: that it waits, or why it was refused, and the ways out. */
export function WaitingRequest({
  waiting: { action, kept, isOver },
  device,
  vehicle,
  asksFirst,
  onReopen,
  onDrop,
}: {
  readonly waiting: Waiting
  readonly device: Counter['device']
  readonly vehicle: string
  /** The form has something in it, which would be replaced. */
  readonly asksFirst: boolean
  readonly onReopen: () => void
  readonly onDrop: () => void
}) {
  const [asking, setAsking] = useState<'reopen' | 'drop'>()
  const isRefused = action.state === 'refused' || isOver
  const reference = `#${kept.reference}`
  const stopAsking = () => setAsking(undefined)
  return (
    <div className={`${styles.waiting} ${isRefused ? styles.refused : ''}`}>
      <p>
        <strong>{isRefused ? 'Not sent – it needs you' : texts.saved(device)}</strong>
      </p>
      <p className={styles.what}>
        {reference} · {vehicle}
      </p>
      <p role="status">{wordsOf(action.state, isOver ? texts.waitedTooLong : action.refusal, device)}</p>
      <div className={styles.ways}>
        {isRefused && !isOver && (
          <Button
            aria-label={`Open the form again: ${reference}`}
            onPress={asksFirst ? () => setAsking('reopen') : onReopen}
          >
            Open the form again
          </Button>
        )}
        {action.state !== 'sending' && (
          <Button variant="quiet" aria-label={`Drop: ${reference}`} onPress={isOver ? onDrop : () => setAsking('drop')}>
            Drop
          </Button>
        )}
      </div>
      {asking === 'reopen' && (
        <ConfirmDialog
          title="Open the form again?"
          question={`What is in the form now makes room for ${reference}.`}
          confirm="Replace it"
          back="Keep what is there"
          onConfirm={() => {
            stopAsking()
            onReopen()
          }}
          onBack={stopAsking}
        />
      )}
      {asking === 'drop' && (
        <ConfirmDialog
          title={`Drop ${reference}?`}
          question={`The request and its license are deleted from this ${device}.${action.attempts > 0 && !isRefused ? ' It may have reached the business already.' : ''}`}
          confirm="Drop it"
          back="Keep it"
          onConfirm={() => {
            stopAsking()
            onDrop()
          }}
          onBack={stopAsking}
        />
      )}
    </div>
  )
}

function wordsOf(state: 'queued' | 'sending' | 'refused', refusal: string | undefined, device: Counter['device']) {
  if (refusal !== undefined) return refusal
  if (state === 'sending') return 'Sending…'
  return texts.sentLater(device)
}
