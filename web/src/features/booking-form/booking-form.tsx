import type { PublicBusiness } from '@forecourt/contracts/business.ts'
import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { today } from '../../lib/dates.ts'
import { bookedDates } from '../portal/booked-dates.ts'
import styles from './booking-form.module.css'
import { Confirmation } from './confirmation.tsx'
import { Contact } from './contact.tsx'
import { Dates } from './dates.tsx'
import { type BookingDraft, isField } from './draft.ts'
import { LicenceField } from './licence-field.tsx'
import { quote } from './model.ts'
import { PriceBar } from './price-bar.tsx'
import { useSubmit } from './use-submit.ts'
import { VehicleChoice } from './vehicle-choice.tsx'

/** Asks for a booking: vehicle, days, the person, the licence. Whatever is typed is in the draft at once. */
export function BookingForm({
  business,
  vehicles,
  draft,
  change,
}: {
  readonly business: PublicBusiness
  readonly vehicles: readonly Vehicle[]
  readonly draft: BookingDraft
  readonly change: (change: Partial<BookingDraft>) => void
}) {
  const [day] = useState(() => today(business.timeZone))
  const vehicle = vehicles.find(({ id }) => id === draft.carId)
  const booked = useQuery({ ...bookedDates(business.slug, draft.carId), enabled: draft.carId !== '' })
  const calendar = { today: day, booked: booked.data ?? [] }
  const { form, submit, sending, wrong, trouble, confirmed, dismiss, forgive } = useSubmit({
    business,
    vehicles,
    calendar,
    draft,
    change,
  })

  /** Changing what was refused takes the complaint away. */
  const edit = (part: Partial<BookingDraft>) => {
    forgive(Object.keys(part).filter(isField))
    change(part)
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
      <Dates
        draft={draft}
        vehicle={vehicle}
        calendar={calendar}
        wrong={wrong}
        missing={booked.isError ? () => void booked.refetch() : undefined}
        change={edit}
      />
      <Contact draft={draft} wrong={wrong} change={edit} />
      <LicenceField licence={draft.licence} change={(licence) => edit({ licence })} />
      <PriceBar
        vehicle={vehicle}
        quote={quote(draft, vehicle)}
        ready={draft.licence !== null}
        sending={sending}
        trouble={trouble}
      />
      {confirmed !== undefined && <Confirmation reference={confirmed} business={business.name} onClose={dismiss} />}
    </form>
  )
}
