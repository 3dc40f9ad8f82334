import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import type { ContractSignature } from '@forecourt/contracts/contract.ts'
import { useEffect, useRef, useState } from 'react'
import { longDay } from '../../lib/dates.ts'
import { pounds } from '../../lib/money.ts'
import { useOutbox } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { texts as formTexts } from '../booking-form/texts.ts'
import { customerName } from '../bookings/model.ts'
import { SigningForm } from '../signing/signing-form.tsx'
import { isFilledIn } from '../signing/unsigned.ts'
import { signAtDesk } from './actions.ts'
import styles from './contract-part.module.css'
import { leaveSigning, noteSigning, signingInHand } from './signing-in-hand.ts'
import { keptWith, sealSignature } from './waiting-papers.ts'

/**
 * The tablet is handed over the desk: what is signed, in one sentence, the document itself, and the form. What was signed is
 * sealed on this device and sent as soon as there is a network.
 */
export function SignDialog({
  booking,
  owner,
  onClose,
}: {
  readonly booking: AdminBooking
  /** Whose desk it is. */
  readonly owner: string
  readonly onClose: () => void
}) {
  const { perform } = useOutbox()
  const [problem, setProblem] = useState<string>()
  // The document that is shown now: one that is made anew meanwhile was not seen.
  const [sha256] = useState(booking.contract.sha256 ?? '')
  const name = customerName(booking)
  const { id, car, contractPath } = booking
  const [before] = useState(() => signingInHand(id))
  const [isBegun, setBegun] = useState(() => before !== undefined && isFilledIn(before, name))
  useEffect(() => leaveSigning, [])
  const close = () => {
    noteSigning(id, undefined)
    onClose()
  }

  // What a second tap would put aside is another signature, which the server refuses.
  const isUnderWay = useRef(false)
  const sign = async (signature: ContractSignature) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      const sealed = await sealSignature(owner, signature)
      const args = { id, sealed, sha256, signedAt: signature.signedAt ?? new Date().toISOString() }
      await keptWith(sealed, perform(signAtDesk, args, { label: `Sign the contract of ${name}’s booking` }))
      close()
    } catch {
      isUnderWay.current = false
      setProblem(formTexts.noRoom)
    }
  }
  return (
    <Dialog title="Sign the contract" onClose={close} size="page" staysOpen wouldLose={isBegun}>
      <p className={styles.summary}>
        {name} hires <strong>{car.name}</strong>
        {car.licensePlate !== null && ` (${car.licensePlate})`} from {longDay(booking.pickupDate)} to{' '}
        {longDay(booking.dropoffDate)} for <strong>{pounds(booking.totalAmount)}</strong>.
      </p>
      {contractPath !== null && (
        <p>
          <ButtonLink href={contractPath} target="_blank" rel="noopener noreferrer">
            Read the contract
          </ButtonLink>
        </p>
      )}
      <SigningForm
        sha256={sha256}
        signer={name}
        before={before}
        onChange={(signing) => {
          noteSigning(id, signing)
          setBegun(isFilledIn(signing, name))
        }}
        onSign={(signature) => void sign(signature)}
      >
        {problem !== undefined && (
          <p role="alert" className={styles.wrong}>
            {problem}
          </p>
        )}
        <DialogActions>
          <Button onPress={close}>Not now</Button>
          <Button variant="primary" type="submit">
            Sign
          </Button>
        </DialogActions>
      </SigningForm>
    </Dialog>
  )
}
