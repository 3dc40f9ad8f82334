import { useState } from 'react'
import styles from './booking-form.module.css'
import { Contact } from './contact.tsx'
import type { Counter } from './counter.ts'
import { Dates } from './dates.tsx'
import { type BookingDraft, type ChangeDraft, isField } from './draft.ts'
import { LicenceAndPrice } from './licence-and-price.tsx'
import type { Calendar, Choice } from './model.ts'
import { useSubmit } from './use-submit.ts'
import { VehicleChoice } from './vehicle-choice.tsx'

/** Asks for a booking: vehicle, days, the person, the licence. Whatever is typed is in the draft at once. */
export function BookingForm({
  counter,
  vehicles,
  calendar,
  missing,
  draft,
  said,
  change,
}: {
  readonly counter: Counter
  /** Those that can be chosen. */
  readonly vehicles: readonly Choice[]
  readonly calendar: Calendar
  /** Loads the booked days again; given only when they are missing. */
  readonly missing: (() => void) | undefined
  readonly draft: BookingDraft
  /** Why what is in the form was refused when it was sent later; it stands until the form changes. */
  readonly said?: string | undefined
  readonly change: ChangeDraft
}) {
  const vehicle = vehicles.find(({ id }) => id === draft.carId)
  const { form, submit, isBusy, priced, total, repriced, wrong, trouble, forgive } = useSubmit({
    counter,
    vehicles,
    calendar,
    draft,
    change,
  })

  // Refused for its price, the question that names the same price says it.
  const isToldByPrice = repriced !== undefined && said?.includes(repriced.now) === true
  const reason = said === undefined || isToldByPrice ? undefined : { message: said }

  // Chosen on its card, outside the form: that mends what was wrong with it as well.
  const [chosen, setChosen] = useState(draft.carId)
  if (chosen !== draft.carId) {
    setChosen(draft.carId)
    forgive(['carId'])
  }

  /** Changing what was refused takes the complaint away. */
  const edit = (part: Partial<BookingDraft>) => {
    forgive(Object.keys(part).filter(isField))
    void change(part)
  }

  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Booking request"
    >
      <VehicleChoice
        vehicles={vehicles}
        chosen={draft.carId}
        error={wrong.carId}
        onChoose={(carId) => edit({ carId })}
      />
      <Dates draft={draft} vehicle={vehicle} calendar={calendar} wrong={wrong} missing={missing} change={edit} />
      <Contact draft={draft} isOwn={counter.device === 'phone'} wrong={wrong} change={edit} />
      <LicenceAndPrice
        licence={draft.licence}
        counter={counter}
        change={(licence) => edit({ licence })}
        vehicle={vehicle}
        quote={priced}
        total={total}
        repriced={repriced}
        sending={isBusy}
        trouble={trouble ?? reason}
      />
    </form>
  )
}
