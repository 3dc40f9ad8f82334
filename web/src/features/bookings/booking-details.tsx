import type { AdminBooking, BookingStatus } from '@forecourt/contracts/booking.ts'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Link } from 'wouter'
import { dateOf, longDay } from '../../lib/dates.ts'
import { pounds } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { late } from '../../ui/late.tsx'
import { LicenceStanding } from '../customers/licence-standing.tsx'
import { useUnsentDecisions } from './actions.ts'
import { AdminNotes } from './admin-notes.tsx'
import styles from './booking-details.module.css'
import { BookingHistoryPart } from './booking-history.tsx'
import { BookingSheet } from './booking-sheet.tsx'
import { CancellationRequest } from './cancellation-request.tsx'
import type { Conflict } from './conflicts.ts'
import { LicencePicture } from './licence-dialog.tsx'
import { MailProblems } from './mail-problems.tsx'
import { customerEmail, customerName, customerPhone, licenceOf } from './model.ts'
import { SendLink } from './send-link.tsx'
import { NotSentYet, StatusBadge } from './status-badge.tsx'
import { wayTo } from './way-to.ts'

/** Fetched beside the list, not before it. */
const ContractPart = late(
  async () => (await import('../contracts/contract-part.tsx')).ContractPart,
  'Loading the contract',
)

/** What the details of a booking need, in a dialog or beside the list. */
export interface DetailsProps {
  readonly booking: AdminBooking
  readonly timeZone: string
  readonly conflictToTell: (booking: AdminBooking) => Conflict | undefined
  readonly onDecide: (booking: AdminBooking, to: BookingStatus) => void
  readonly onClose: () => void
}

/** The details over the page, where there is no room for them beside the list. */
export function BookingDialog(props: DetailsProps) {
  return (
    <Dialog title="Booking Details" onClose={props.onClose} size="page">
      <BookingDetails {...props} />
    </Dialog>
  )
}

/** Everything about one booking; an approved one can be cancelled here, behind a question (specification section 2). */
export function BookingDetails({
  booking,
  timeZone,
  conflictToTell,
  onDecide,
  onClose,
  onShowLicence,
}: DetailsProps & {
  /** The licence was not asked for yet, and is not loaded before; absent when it was. */
  readonly onShowLicence?: (() => void) | undefined
}) {
  const [asking, setAsking] = useState(false)
  // What is not seen is made after what is.
  const isShown = useDeferredValue(true, false)
  const isUnsent = useUnsentDecisions().has(booking.id)
  const name = customerName(booking)
  const email = customerEmail(booking)
  const licence = licenceOf(booking)
  const conflict = conflictToTell(booking)
  return (
    <>
      {conflict !== undefined && <InTheWay conflict={conflict} />}
      <CancellationRequest booking={booking} onCancel={() => setAsking(true)} />
      <MailProblems problems={booking.mailProblems} phone={customerPhone(booking)} timeZone={timeZone} />
      <div className={styles.columns}>
        <Part title="Customer Information">
          <Facts
            facts={[
              ['Name', name],
              ['Email', email],
              ['Phone', customerPhone(booking)],
              ['Address', booking.customerAddress],
            ]}
          />
          {email !== null && <SendLink id={booking.id} customer={name} email={email} />}
        </Part>
        <Part title="Booking Information">
          <Facts
            facts={[
              ['Reference', `#${booking.reference}`],
              ['Vehicle', booking.car.name],
              ['Plate', booking.car.licensePlate],
              ['Pickup', longDay(booking.pickupDate)],
              ['Drop-off', longDay(booking.dropoffDate)],
              ['Total', `${pounds(booking.totalAmount)} (${booking.days} × ${pounds(booking.dailyRate)})`],
              ['Requested', dateOf(booking.createdAt, timeZone)],
              [
                'Status',
                <span key="status" className={styles.status}>
                  <StatusBadge status={booking.status} />
                  {isUnsent && <NotSentYet />}
                </span>,
              ],
            ]}
          />
        </Part>
      </div>
      {licence !== null && (
        <Part title="Driver's License">
          <LicenceStanding booking={booking} email={email} timeZone={timeZone} />
          {onShowLicence === undefined ? (
            <LicencePicture path={licence} customer={name} />
          ) : (
            <div className={styles.unasked}>
              <Button onPress={onShowLicence}>Show License</Button>
            </div>
          )}
        </Part>
      )}
      <Part title="Contract">
        <ErrorBoundary instead={<p>This part did not arrive. Close the details and open them again.</p>}>
          {isShown && <ContractPart booking={booking} timeZone={timeZone} />}
        </ErrorBoundary>
      </Part>
      {booking.notes !== null && booking.notes !== '' && (
        <Part title="Customer Notes">
          <p className={styles.notes}>{booking.notes}</p>
        </Part>
      )}
      <AdminNotes id={booking.id} customer={name} saved={booking.adminNotes ?? ''} />
      <BookingHistoryPart id={booking.id} timeZone={timeZone} />
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
        <Button onPress={() => window.print()}>Print</Button>
        {booking.status === 'approved' && (
          <Button variant="danger" onPress={() => setAsking(true)}>
            Cancel Booking
          </Button>
        )}
      </DialogActions>
      {isShown && <BookingSheet booking={booking} timeZone={timeZone} />}
      {asking && (
        <ConfirmDialog
          title="Cancel Booking"
          question="Are you sure you want to cancel this booking?"
          confirm="Cancel Booking"
          back="Keep it"
          onBack={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            onDecide(booking, 'rejected')
          }}
        />
      )}
    </>
  )
}

/** What stands in the way of the approval, with the way there. */
function InTheWay({ conflict: { lead, with: other, rest } }: { readonly conflict: Conflict }) {
  return (
    <p className={styles.conflict}>
      {lead}
      {other !== undefined && (
        <>
          {' '}
          <Link href={wayTo(other).address}>#{other.reference}</Link>
        </>
      )}
      {rest}
    </p>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
