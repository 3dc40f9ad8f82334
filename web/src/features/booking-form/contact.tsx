import { TextField } from '../../ui/text-field.tsx'
import styles from './booking-form.module.css'
import type { BookingDraft } from './draft.ts'
import type { Complaints } from './model.ts'

/** Who asks, and what else they have to say. */
export function Contact({
  draft,
  isOwn,
  wrong,
  change,
}: {
  readonly draft: BookingDraft
  /** Whoever types speaks of themselves: the browser may know the answers. At a desk it knows those of the clerk. */
  readonly isOwn: boolean
  readonly wrong: Complaints
  readonly change: (change: Partial<BookingDraft>) => void
}) {
  return (
    <fieldset className={styles.group}>
      <legend>{isOwn ? 'Your details' : 'Customer'}</legend>
      <TextField
        label="Full name"
        autoComplete={isOwn ? 'name' : 'off'}
        value={draft.customerName}
        onChange={(customerName) => change({ customerName })}
        error={wrong.customerName}
      />
      <TextField
        label="Email"
        inputType="email"
        autoComplete={isOwn ? 'email' : 'off'}
        value={draft.customerEmail}
        onChange={(customerEmail) => change({ customerEmail })}
        error={wrong.customerEmail}
      />
      <TextField
        label="Phone"
        inputType="tel"
        inputMode="numeric"
        autoComplete={isOwn ? 'tel-national' : 'off'}
        description="11 digits, without spaces"
        value={draft.customerPhone}
        onChange={(customerPhone) => change({ customerPhone })}
        error={wrong.customerPhone}
      />
      <TextField
        label="Address"
        autoComplete={isOwn ? 'street-address' : 'off'}
        value={draft.customerAddress}
        onChange={(customerAddress) => change({ customerAddress })}
        error={wrong.customerAddress}
      />
      <TextField
        label="Notes (optional)"
        rows={3}
        value={draft.notes}
        onChange={(notes) => change({ notes })}
        error={wrong.notes}
      />
    </fieldset>
  )
}
