import { useState } from 'react'
import { useOutbox } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { failureToast } from '../../ui/toast-queue.ts'
import styles from './booking-details.module.css'
import { sendLink } from './renter-link-actions.ts'

/** Mails the renter a new link to their own page, for whoever has lost theirs or sent it to somebody else. */
export function SendLink({
  id,
  customer,
  email,
}: {
  readonly id: string
  readonly customer: string
  readonly email: string
}) {
  const { perform } = useOutbox()
  const [asking, setAsking] = useState(false)
  const send = () => {
    setAsking(false)
    perform(sendLink, { id }, { label: `Send ${customer} a new link` }).catch(() =>
      failureToast(sendLink.failed({ id }), 'Please try again.'),
    )
  }
  return (
    <div className={styles.link}>
      <Button onPress={() => setAsking(true)}>Send the booking’s link again</Button>
      {asking && (
        <ConfirmDialog
          title="Send the booking’s link again"
          question={`A new link to the booking’s page is mailed to ${email}. Links that were sent before stop working.`}
          confirm="Send a new link"
          back="Not now"
          onBack={() => setAsking(false)}
          onConfirm={send}
        />
      )}
    </div>
  )
}
