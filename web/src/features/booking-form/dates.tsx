import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { RangeCalendar } from '../../ui/range-calendar.tsx'
import type { DayRange } from '../../ui/range-calendar-state.ts'
import { failureToast, withdrawToast } from '../../ui/toast-queue.ts'
import { DateEntry } from './date-entry.tsx'
import styles from './dates.module.css'
import type { BookingDraft } from './draft.ts'
import {
  type Calendar,
  type Choice,
  type Complaints,
  canBegin,
  canEnd,
  DATE_FIELDS,
  type DateField,
  dateComplaint,
  dateRefusal,
  isBooked,
  isDay,
  rangeSentence,
  withPickup,
} from './model.ts'
import { datesToasts, texts } from './texts.ts'
import { useTakenMeanwhile } from './use-taken-meanwhile.ts'

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
  const [typing, setTyping] = useState<DateField>()
  const { settle, unsettle } = useTakenMeanwhile(draft, calendar.booked)
  const chosen = isDay(draft.pickupDate) && isDay(draft.dropoffDate) && draft.pickupDate < draft.dropoffDate
  const begun = !chosen && isFirstDay(draft.pickupDate, calendar) ? draft.pickupDate : undefined

  const check = (field: DateField, days: Pick<BookingDraft, DateField>) => {
    const refusal = dateRefusal(field, days, calendar)
    settle({ [field]: days[field] })
    if (refusal !== undefined) failureToast(refusal.title, refusal.description)
    // What was said of the other date goes only when that is right as well.
    else if (DATE_FIELDS.every((each) => dateRefusal(each, days, calendar) === undefined)) withdrawToast(datesToasts)
  }
  const settlePickup = (pickupDate: string) => {
    setTyping(undefined)
    const days = withPickup(pickupDate, draft.dropoffDate)
    if (days.dropoffDate !== draft.dropoffDate) change({ dropoffDate: days.dropoffDate })
    check('pickupDate', days)
  }
  const begin = (pickupDate = '') => {
    withdrawToast(datesToasts)
    // What is said of a drop-off that is still missing stays.
    change(draft.dropoffDate === '' ? { pickupDate } : { pickupDate, dropoffDate: '' })
  }
  const choose = ({ start, end }: DayRange) => {
    if (start === end) {
      failureToast(texts.invalidDate.title, texts.invalidDate.description)
      change({ pickupDate: start, dropoffDate: '' })
    } else {
      withdrawToast(datesToasts)
      change({ pickupDate: start, dropoffDate: end })
      settle({ pickupDate: start, dropoffDate: end })
    }
  }
  const complaint = (field: DateField) => wrong[field] ?? dateComplaint(field, draft, calendar)
  // While a pickup is still being typed, nothing is said of a drop-off that will be cleared if it is outrun.
  const ofDropoff = typing === 'pickupDate' ? wrong.dropoffDate : complaint('dropoffDate')

  return (
    <fieldset className={styles.dates}>
      <legend>Dates</legend>
      <div className={styles.typed}>
        <DateEntry
          label="Pickup date"
          value={draft.pickupDate}
          min={calendar.earliest}
          error={complaint('pickupDate')}
          onChange={(pickupDate) => {
            setTyping('pickupDate')
            unsettle('pickupDate')
            change({ pickupDate })
          }}
          onDone={settlePickup}
        />
        <DateEntry
          label="Drop-off date"
          value={draft.dropoffDate}
          min={calendar.earliest}
          error={ofDropoff}
          onChange={(dropoffDate) => {
            setTyping('dropoffDate')
            unsettle('dropoffDate')
            change({ dropoffDate })
          }}
          onDone={(dropoffDate) => check('dropoffDate', { ...draft, dropoffDate })}
        />
      </div>
      <RangeCalendar
        label="Days"
        value={chosen ? { start: draft.pickupDate, end: draft.dropoffDate } : undefined}
        begun={begun}
        onBegin={begin}
        onChange={choose}
        today={calendar.today}
        min={calendar.earliest}
        isTaken={(day) => isBooked(day, calendar.booked)}
        canBegin={(day) => canBegin(day, calendar.booked)}
        canEnd={(pickup, day) => canEnd(pickup, day, calendar.booked)}
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
        {rangeSentence(draft, vehicle, calendar)}
      </p>
    </fieldset>
  )
}

/** Whether a stay can begin on what stands in the pickup's field. */
const isFirstDay = (pickup: string, { earliest, booked }: Calendar) =>
  isDay(pickup) && pickup >= earliest && canBegin(pickup, booked)
