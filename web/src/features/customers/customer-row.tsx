import type { Customer } from '@forecourt/contracts/customer.ts'
import { memo } from 'react'
import { dateOf } from '../../lib/dates.ts'
import { Cross } from '../../ui/cross.tsx'
import { NativeButton } from '../../ui/native-button.tsx'
import { Telephone } from '../../ui/telephone.tsx'
import { LicenceThumb } from '../bookings/licence-thumb.tsx'
import styles from './customers-tab.module.css'
import { LicenceBadge } from './licence-badge.tsx'
import { nameOf } from './model.ts'

/** What a customer’s row shows, and what can be done from it. */
export interface RowProps {
  readonly customer: Customer
  readonly timeZone: string
  readonly onView: (id: string) => void
  readonly onLicence: (id: string) => void
  readonly onHide: (id: string, name: string) => void
}

/** A customer as a row of the table. */
export const CustomerRow = memo(function CustomerRow(props: RowProps) {
  return (
    <tr data-row={props.customer.id}>
      <td>
        <Who {...props} />
      </td>
      <td>
        <Contact {...props} />
      </td>
      <td>
        <Licence {...props} />
      </td>
      <td>
        <Actions {...props} />
      </td>
    </tr>
  )
})

/** The same customer as an entry of the ledger, for narrow screens. */
export const CustomerEntry = memo(function CustomerEntry(props: RowProps) {
  return (
    <li className={styles.entry} data-row={props.customer.id}>
      <div className={styles.top}>
        <Who {...props} />
        <Licence {...props} />
      </div>
      <Contact {...props} />
      <Actions {...props} />
    </li>
  )
})

function Who({ customer, timeZone }: RowProps) {
  return (
    <div className={styles.who}>
      <strong>{nameOf(customer)}</strong>
      <span>Member since {dateOf(customer.createdAt, timeZone)}</span>
    </div>
  )
}

function Contact({ customer: { email, phone } }: RowProps) {
  return (
    <div className={styles.contact}>
      {email !== null && <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>}
      {phone !== null && <Telephone written={phone} />}
    </div>
  )
}

function Licence({ customer, onLicence }: RowProps) {
  return (
    <div className={styles.licence}>
      <LicenceBadge status={customer.licenseStatus} />
      {customer.licenseImageUrl !== null && (
        <LicenceThumb
          path={customer.licenseImageUrl}
          customer={nameOf(customer)}
          onOpen={() => onLicence(customer.id)}
        />
      )}
    </div>
  )
}

function Actions({ customer, onView, onHide }: RowProps) {
  const name = nameOf(customer)
  return (
    <div className={styles.actions}>
      <NativeButton data-row-open aria-label={`View ${name}`} onClick={() => onView(customer.id)}>
        View
      </NativeButton>
      <NativeButton variant="quiet" data-row-away aria-label={`Hide ${name}`} onClick={() => onHide(customer.id, name)}>
        <Cross />
      </NativeButton>
    </div>
  )
}
