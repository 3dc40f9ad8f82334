import type { CurrentUser } from '@forecourt/contracts/account.ts'
import type { BookingReceipt } from '@forecourt/contracts/booking.ts'
import { DESK_DAYS_BACK } from '@forecourt/contracts/booking-limits.ts'
import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays } from '../../lib/dates.ts'
import { useToday } from '../../lib/use-today.ts'
import { useOutbox, useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { deskOf } from '../../offline/owners.ts'
import { requestBooking } from '../booking-form/api.ts'
import { BookingCounter } from '../booking-form/booking-counter.tsx'
import type { Counter } from '../booking-form/counter.ts'
import { type BookingDraft, type ChangeDraft, KEPT_FOR_DESK } from '../booking-form/draft.ts'
import { keep } from '../booking-form/kept-request.ts'
import { mayHaveArrived, selectableAtDesk } from '../booking-form/model.ts'
import { SavedDialog } from '../booking-form/saved-dialog.tsx'
import { texts } from '../booking-form/texts.ts'
import { bookings } from '../bookings/api.ts'
import { noteMadeHere } from '../bookings/arrivals.ts'
import { ownBusiness } from '../business/api.ts'
import { vehicles } from '../fleet/api.ts'
import { maintenance } from '../maintenance/api.ts'
import { bookWalkIn, changedByBooking } from './actions.ts'
import { bookedAtDesk, bookedDates } from './booked.ts'
import { BookingCreated } from './booking-created.tsx'

/** Maintenance that waits here counts also where the rest of it has never been on this device. */
const NONE: readonly Maintenance[] = []

/** The booking form as staff have it: other days, other vehicles, and the desk's outbox behind it. */
export function WalkInCounter({
  user,
  fleet,
  draft,
  change,
}: {
  readonly user: CurrentUser
  readonly fleet: readonly AdminVehicle[]
  readonly draft: BookingDraft
  readonly change: ChangeDraft
}) {
  const queries = useQueryClient()
  const outbox = useOutbox()
  const [created, setCreated] = useState<{ readonly receipt: BookingReceipt; readonly isAsFirstSent: boolean }>()
  const [saved, setSaved] = useState<{ readonly reference: string; readonly mayHaveArrived: boolean }>()
  const day = useToday(useQuery(ownBusiness()).data?.timeZone ?? 'Europe/London')

  const newest = useQuery(bookings()).data
  const known = useWithPending(bookings().queryKey, newest) ?? []
  const asked = useQuery({ ...bookedDates(draft.carId), enabled: draft.carId !== '' })
  const out = useQuery(maintenance()).data ?? NONE
  const work = { saved: out, known: useWithPending(maintenance().queryKey, out) }
  const booked = bookedAtDesk({ bookings: { saved: newest ?? [], known }, work, asked: asked.data ?? [] }, draft.carId)

  const owner = deskOf(user.id, user.businessId)
  const counter: Counter = {
    device: 'device',
    owner,
    keepFor: KEPT_FOR_DESK,
    request: (ask) => {
      noteMadeHere(ask.request.reference)
      return requestBooking({ ...ask, memberId: user.id })
    },
    putAside: async (submitted) => {
      const kept = await keep(submitted, { owner, keepFor: KEPT_FOR_DESK })
      const label = `Booking #${kept.reference} for ${submitted.customerName.trim()}`
      await outbox.perform(bookWalkIn, { ...kept, memberId: user.id }, { label })
      setSaved({ reference: kept.reference, mayHaveArrived: mayHaveArrived(submitted) })
    },
    onAccepted: (receipt, isAsFirstSent) => {
      setCreated({ receipt, isAsFirstSent })
      for (const queryKey of changedByBooking) void queries.invalidateQueries({ queryKey })
    },
    onOutdated: (what) => {
      const { queryKey } = what === 'fleet' ? vehicles() : bookings()
      void queries.invalidateQueries({ queryKey })
    },
  }
  return (
    <>
      <BookingCounter
        outbox={outbox}
        counter={counter}
        vehicles={selectableAtDesk(fleet)}
        calendar={{ today: day, earliest: addDays(day, -DESK_DAYS_BACK), tooEarly: texts.tooFarBack, booked }}
        missing={asked.isError && asked.data === undefined ? () => void asked.refetch() : undefined}
        nameOf={(carId) => fleet.find(({ id }) => id === carId)?.name ?? 'a vehicle'}
        draft={draft}
        change={change}
      />
      {created !== undefined && <BookingCreated {...created} onClose={() => setCreated(undefined)} />}
      {saved !== undefined && <SavedDialog {...saved} device="device" onClose={() => setSaved(undefined)} />}
    </>
  )
}
