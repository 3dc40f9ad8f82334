import { useSyncExternalStore } from 'react'
import type { Outbox } from '../../offline/outbox/outbox-interface.ts'
import styles from './booking-counter.module.css'
import { BookingForm } from './booking-form.tsx'
import type { Counter } from './counter.ts'
import type { BookingDraft, ChangeDraft } from './draft.ts'
import { isEmpty } from './draft.ts'
import type { Calendar, Choice } from './model.ts'
import { texts } from './texts.ts'
import { useReopen, waitingAt } from './waiting.ts'
import { WaitingRequest } from './waiting-request.tsx'

/** The form, and above it what was filled in here and is not sent yet. */
export function BookingCounter({
  outbox,
  counter,
  vehicles,
  calendar,
  missing,
  nameOf,
  draft,
  change,
}: {
  readonly outbox: Outbox
  readonly counter: Counter
  /** Those that can be chosen. */
  readonly vehicles: readonly Choice[]
  readonly calendar: Calendar
  readonly missing: (() => void) | undefined
  /** A vehicle's name by its id. */
  readonly nameOf: (carId: string) => string
  readonly draft: BookingDraft
  readonly change: ChangeDraft
}) {
  const actions = useSyncExternalStore(outbox.subscribe, outbox.actions)
  const waiting = waitingAt(actions, counter, Date.now())
  const { said, reopen, edit } = useReopen({ waiting, outbox, counter, draft, change })
  return (
    <div className={styles.counter}>
      {waiting.length > 0 && (
        <ul className={styles.list} aria-label="Requests that are not sent yet">
          {waiting.map((one) => (
            <li key={one.action.id}>
              <WaitingRequest
                waiting={one}
                device={counter.device}
                vehicle={nameOf(one.kept.carId)}
                asksFirst={!isEmpty(draft)}
                onReopen={() => reopen(one)}
                onDrop={() => void outbox.drop(one.action.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {vehicles.length === 0 && isEmpty(draft) ? (
        <p className={styles.nothing}>{texts.nothingToBook}</p>
      ) : (
        <BookingForm
          counter={counter}
          vehicles={vehicles}
          calendar={calendar}
          missing={missing}
          draft={draft}
          said={said}
          change={edit}
        />
      )}
    </div>
  )
}
