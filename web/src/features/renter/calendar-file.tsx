import type { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { saveFile } from '../../lib/save-file.ts'
import { NativeButton } from '../../ui/native-button.tsx'
import { myCalendar } from './api.ts'
import styles from './renter-page.module.css'
import { useSending } from './use-sending.ts'

/** Puts the days into the renter's own calendar, or out of it: the file says whether they stand. */
export function CalendarFile({
  booking,
  isConnected,
  onChanged,
}: {
  readonly booking: RenterBooking
  readonly isConnected: boolean
  readonly onChanged: () => Promise<void>
}) {
  const { reference, status } = booking
  const isOff = status === 'rejected' || status === 'cancelled'
  const { isSending, problem, run } = useSending('The calendar file could not be loaded.', onChanged, false)
  return (
    <>
      <div className={styles.ways}>
        <NativeButton
          aria-disabled={!isConnected || isSending}
          onClick={() => isConnected && void run(async () => saveFile(await myCalendar(), `${reference}.ics`))}
        >
          {isOff ? 'Remove from calendar' : 'Add to calendar'}
        </NativeButton>
      </div>
      {!isConnected && <p className={styles.quiet}>The calendar file needs a connection.</p>}
      {problem !== undefined && (
        <p role="alert" className={styles.wrong}>
          {problem}
        </p>
      )}
    </>
  )
}
