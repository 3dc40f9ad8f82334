import type { Customer, LicenceStatus } from '@forecourt/contracts/customer.ts'
import { useState } from 'react'
import { dateOf } from '../../lib/dates.ts'
import { useSettling } from '../../lib/use-settling.ts'
import { useOutbox } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { failureToast } from '../../ui/toast-queue.ts'
import { LicencePicture } from '../bookings/licence-dialog.tsx'
import { checkLicence } from './actions.ts'
import styles from './customer-details.module.css'
import { LicenceFacts } from './licence-facts.tsx'
import { nameOf } from './model.ts'
import { RefuseLicence } from './refuse-licence.tsx'

/** Everything about one customer; staff who have looked at the licence say so here. */
export function CustomerDetails({
  customer,
  timeZone,
  onClose,
}: {
  readonly customer: Customer
  readonly timeZone: string
  readonly onClose: () => void
}) {
  const { perform } = useOutbox()
  const [refusing, setRefusing] = useState(false)
  const { isSettling, take } = useSettling()
  const name = nameOf(customer)
  const other = customer.licenseStatus === 'verified' ? 'pending' : 'verified'
  const check = (licenseStatus: LicenceStatus, reason?: string) => {
    const { id, licenseImageUrl, licenseStatus: from } = customer
    const args = { id, licenseStatus, licenseImageUrl, from, ...(reason === undefined ? {} : { reason }) }
    perform(checkLicence, args, { label: `Mark ${name}’s license as ${licenseStatus}` }).catch(() =>
      failureToast(checkLicence.failed(args), 'Please try again.'),
    )
  }
  const facts = [
    ['Name', name],
    ['Email', customer.email],
    ['Phone', customer.phone],
    ['Address', customer.address],
    ['Member since', dateOf(customer.createdAt, timeZone)],
  ] as const
  return (
    <Dialog title="Customer Details" onClose={onClose} size="page">
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        <LicenceFacts customer={customer} timeZone={timeZone} />
      </dl>
      {customer.licenseImageUrl === null ? (
        <p>No license was uploaded.</p>
      ) : (
        <LicencePicture path={customer.licenseImageUrl} customer={name} />
      )}
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
        <Button isBusy={isSettling} onPress={() => take(() => check(other))}>
          {other === 'verified' ? 'Mark as Verified' : 'Mark as Pending'}
        </Button>
        {customer.licenseStatus !== 'refused' && (
          <Button isBusy={isSettling} onPress={() => setRefusing(true)}>
            Refuse License
          </Button>
        )}
        {customer.licenseStatus !== 'expired' && (
          <Button isBusy={isSettling} onPress={() => take(() => check('expired'))}>
            Mark as Expired
          </Button>
        )}
      </DialogActions>
      {refusing && (
        <RefuseLicence
          customer={name}
          onBack={() => setRefusing(false)}
          onRefuse={(reason) => {
            setRefusing(false)
            take(() => check('refused', reason))
          }}
        />
      )}
    </Dialog>
  )
}
