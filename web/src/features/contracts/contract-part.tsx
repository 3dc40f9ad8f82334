import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useOutbox, usePending } from '../../offline/outbox/outbox-context.tsx'
import { deskOf } from '../../offline/owners.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { late } from '../../ui/late.tsx'
import { failureToast } from '../../ui/toast-queue.ts'
import { currentUser } from '../account/api.ts'
import { customerName } from '../bookings/model.ts'
import { unsignedBy } from '../signing/unsigned.ts'
import { attachPaper, issueAnew, signAtDesk } from './actions.ts'
import styles from './contract-part.module.css'
import { standingOf, waysOf } from './contract-words.ts'
import { seenOf } from './model.ts'
import { PaperField } from './paper-field.tsx'
import { noteSigning, signingInHand } from './signing-in-hand.ts'
import { Versions } from './versions.tsx'

const SignDialog = late(async () => (await import('./sign-dialog.tsx')).SignDialog, null)

const OURS: readonly string[] = [issueAnew.name, signAtDesk.name, attachPaper.name]

/** The contract among a booking's details: where it stands, in words, its versions, and what can be done with it. */
export function ContractPart({ booking, timeZone }: { readonly booking: AdminBooking; readonly timeZone: string }) {
  const { perform } = useOutbox()
  const { data: user } = useQuery(currentUser())
  const { id, contract } = booking
  const [asking, setAsking] = useState<'sign' | 'issue' | undefined>(() => (signingInHand(id) ? 'sign' : undefined))
  const waiting = usePending().some(
    ({ subject, name, state }) => subject === `booking ${id}` && OURS.includes(name) && state !== 'refused',
  )
  const name = customerName(booking)
  const { title, more } = standingOf(booking, timeZone)
  const ways = waysOf(booking)
  const owner = user ? deskOf(user.id, user.businessId) : undefined
  const close = () => setAsking(undefined)
  // The button that was pressed is gone with the signature: the focus goes to what has become of it.
  const standing = useRef<HTMLParagraphElement>(null)
  const hadToSign = useRef(ways.sign)
  useEffect(() => {
    if (hadToSign.current && !ways.sign && document.activeElement === document.body) standing.current?.focus()
    hadToSign.current = ways.sign
  }, [ways.sign])

  const startSigning = () => {
    // In hand at once: the tablet may be turned before anything is filled in.
    noteSigning(id, unsignedBy(name))
    setAsking('sign')
  }
  const issue = () => {
    close()
    perform(issueAnew, { id, from: seenOf(contract) }, { label: `Make the contract of ${name}’s booking` }).catch(() =>
      failureToast(issueAnew.failed({ id }), 'Please try again.'),
    )
  }
  return (
    <div className={styles.contract}>
      <p ref={standing} role="status" tabIndex={-1} className={styles.standing} data-state={contract.state}>
        <strong>{title}</strong>
        {more !== undefined && <span>{more}</span>}
        {waiting && <span>Kept on this device – not sent yet.</span>}
      </p>
      <Versions versions={contract.versions} timeZone={timeZone} customer={name} />
      <div className={styles.ways}>
        {ways.sign && (
          <Button variant="primary" onPress={startSigning}>
            Sign here
          </Button>
        )}
        {ways.attach && owner !== undefined && (
          <PaperField id={id} customer={name} owner={owner} isAnother={ways.isAttached} />
        )}
        {ways.issue && (
          <Button onPress={contract.state === 'none' ? issue : () => setAsking('issue')}>
            {contract.state === 'none' ? 'Make the contract' : 'Make it anew'}
          </Button>
        )}
      </div>
      {asking === 'sign' && owner !== undefined && <SignDialog booking={booking} owner={owner} onClose={close} />}
      {asking === 'issue' && (
        <ConfirmDialog
          title="Make the contract anew"
          question={`A new version is made with the booking, the terms and the address as they are now, and ${name} is to sign it. What there is stays listed.`}
          confirm="Make it anew"
          back="Keep this one"
          onBack={close}
          onConfirm={issue}
        />
      )}
    </div>
  )
}
