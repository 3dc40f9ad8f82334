import { Button } from '../../ui/button.tsx'
import { type DayRange, RangeCalendar } from '../../ui/range-calendar.tsx'
import { failureToast } from '../../ui/toast-queue.ts'
import { DateEntry } from './date-entry.tsx'
import styles from './dates.module.css'
import type { BookingDraft } from './draft.ts'
import {
  type Calendar,
  type Choice,
  type Complaints,
  type DateField,
  dateComplaint,
  dateRefusal,
  isBooked,
  isDay,
  rangeSentence,
} from './model.ts'
import { texts } from './texts.ts'

/** The days: typed or chosen in the calendar, whichever suits; both show the same. */
export function Dates({
  draft,
  vehicle,
  calendar,
  wrong,
  missing,
  change,
}: {
  readonly draft: BookingDraft
  readonly vehicle: Choice | undefined
  readonly calendar: Calendar
  readonly wrong: Complaints
  /** Loads the booked days again; given only when they are missing. */
  readonly missing: (() => void) | undefined
  readonly change: (change: Partial<BookingDraft>) => void
}) {
  const chosen = isDay(draft.pickupDate) && isDay(draft.dropoffDate) && draft.pickupDate < draft.dropoffDate

  const check = (field: DateField, days: Pick<BookingDraft, DateField>) => {
    const refusal = dateRefusal(field, days, calendar)
    if (refusal !== undefined) failureToast(refusal.title, refusal.description)
  }
  const choose = ({ start, end }: DayRange) => {
    if (start === end) {
      failureToast(texts.invalidDate.title, texts.invalidDate.description)
      change({ pickupDate: start, dropoffDate: '' })
    } else change({ pickupDate: start, dropoffDate: end })
  }
  const complaint = (field: DateField) => wrong[field] ?? dateComplaint(field, draft, calendar)

  return (
    <fieldset className={styles.dates}>
      <legend>Dates</legend>
      <div className={styles.typed}>
        <DateEntry
          label="Pickup date"
          value={draft.pickupDate}
          min={calendar.earliest}
          error={complaint('pickupDate')}
          onChange={(pickupDate) => change({ pickupDate })}
          onDone={(pickupDate) => check('pickupDate', { ...draft, pickupDate })}
        />
        <DateEntry
          label="Drop-off date"
          value={draft.dropoffDate}
          min={calendar.earliest}
          error={complaint('dropoffDate')}
          onChange={(dropoffDate) => change({ dropoffDate })}
          onDone={(dropoffDate) => check('dropoffDate', { ...draft, dropoffDate })}
        />
      </div>
      <RangeCalendar
        label="Days"
        value={chosen ? { start: draft.pickupDate, end: draft.dropoffDate } : undefined}
        onChange={choose}
        today={calendar.today}
        min={calendar.earliest}
        isUnavailable={(day) => isBooked(day, calendar.booked)}
      />
      <ul className={styles.legend} aria-label="What the calendar's marks mean">
        <li data-mark="chosen">Chosen</li>
        <li data-mark="booked">Already booked</li>
        <li data-mark="today">Today</li>
      </ul>
      {missing !== undefined && (
        <p className={styles.missing} role="alert">
          {texts.bookedDaysMissing} <Button onPress={missing}>Try again</Button>
        </p>
      )}
      <p className={styles.sentence} role="status">
        {rangeSentence(draft, vehicle)}
      </p>
    </fieldset>
  )
}
