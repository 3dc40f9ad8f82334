import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SeenButton } from '../../ui/seen-button.tsx'
import { PortalOffer } from '../installing/portal-offer.tsx'
import styles from './confirmation.module.css'
import { texts } from './texts.ts'

/** After an accepted request: the reference, the 24 hours, the e-mail to look for (specification section 2). */
export function Confirmation({
  reference,
  business,
  isAsFirstSent,
  onClose,
}: {
  readonly reference: string
  readonly business: string
  /** What was changed since is not in it. */
  readonly isAsFirstSent: boolean
  readonly onClose: () => void
}) {
  return (
    <Dialog title="Booking request received" onClose={onClose} staysOpen>
      <p className={styles.reference}>
        <span>Your reference</span>
        <strong>#{reference}</strong>
      </p>
      <p>{business} will respond within 24 hours.</p>
      <p>A confirmation email is on its way to you. If you do not see it, please check your junk/spam folder.</p>
      {isAsFirstSent && <p>{texts.asFirstSent(business)}</p>}
      <PortalOffer business={business} />
      <DialogActions>
        <SeenButton onPress={onClose}>Done</SeenButton>
      </DialogActions>
    </Dialog>
  )
}
