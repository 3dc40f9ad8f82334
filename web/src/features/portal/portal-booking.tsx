import type { PublicBusiness } from '@forecourt/contracts/business.ts'
import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useToday } from '../../lib/use-today.ts'
import { renterOf } from '../../offline/owners.ts'
import { Loading } from '../../ui/loading.tsx'
import { toast } from '../../ui/toast-queue.ts'
import { requestBooking } from '../booking-form/api.ts'
import { BookingCounter } from '../booking-form/booking-counter.tsx'
import { Confirmation } from '../booking-form/confirmation.tsx'
import type { Counter } from '../booking-form/counter.ts'
import { type BookingDraft, type ChangeDraft, KEPT_FOR_RENTER } from '../booking-form/draft.ts'
import { keep } from '../booking-form/kept-request.ts'
import { mayHaveArrived, selectable } from '../booking-form/model.ts'
import { SavedDialog } from '../booking-form/saved-dialog.tsx'
import { texts } from '../booking-form/texts.ts'
import { fleet } from './api.ts'
import { bookedDates } from './booked-dates.ts'
import { requestLater, useRequestsLater } from './request-later.ts'

type Said =
  | { readonly what: 'received'; readonly reference: string; readonly isAsFirstSent: boolean }
  | { readonly what: 'saved'; readonly reference: string; readonly mayHaveArrived: boolean }

/** The booking form as renters have it: sent at once, or kept on the phone until the network is back. */
export function PortalBooking({
  business: { slug, name, timeZone },
  vehicles,
  draft,
  change,
}: {
  readonly business: PublicBusiness
  readonly vehicles: readonly Vehicle[]
  readonly draft: BookingDraft
  readonly change: ChangeDraft
}) {
  const queries = useQueryClient()
  const day = useToday(timeZone)
  const booked = useQuery({ ...bookedDates(slug, draft.carId), enabled: draft.carId !== '' })
  const [said, setSaid] = useState<Said>()

  const outdated = (what: 'booked-dates' | 'fleet') => {
    // The cards show the nearest of the booked days, too.
    void queries.invalidateQueries({ queryKey: fleet(slug).queryKey })
    if (what === 'booked-dates') void queries.invalidateQueries({ queryKey: ['booked-dates'] })
  }
  const received = (reference: string, isAsFirstSent: boolean) => {
    setSaid({ what: 'received', reference, isAsFirstSent })
    outdated('booked-dates')
  }
  const outbox = useRequestsLater(slug, (reference, isAsFirstSent) => {
    toast(texts.submitted.title, texts.submitted.description)
    received(reference, isAsFirstSent)
  })
  if (outbox === undefined) return <Loading label="Loading the form" />

  const counter: Counter = {
    device: 'phone',
    owner: renterOf(slug),
    keepFor: KEPT_FOR_RENTER,
    request: requestBooking,
    putAside: async (submitted) => {
      const kept = await keep(submitted, { owner: renterOf(slug), keepFor: KEPT_FOR_RENTER })
      await outbox.perform(requestLater, kept, { label: `#${kept.reference}` })
      setSaid({ what: 'saved', reference: kept.reference, mayHaveArrived: mayHaveArrived(submitted) })
    },
    onAccepted: ({ reference }, isAsFirstSent) => received(reference, isAsFirstSent),
    onOutdated: outdated,
  }
  const done = () => setSaid(undefined)
  return (
    <>
      <BookingCounter
        outbox={outbox}
        counter={counter}
        vehicles={selectable(vehicles)}
        calendar={{ today: day, earliest: day, tooEarly: texts.dayIsPast, booked: booked.data ?? [] }}
        missing={booked.isError && booked.data === undefined ? () => void booked.refetch() : undefined}
        nameOf={(carId) => vehicles.find(({ id }) => id === carId)?.name ?? 'a vehicle'}
        draft={draft}
        change={change}
      />
      {said?.what === 'received' && (
        <Confirmation reference={said.reference} business={name} isAsFirstSent={said.isAsFirstSent} onClose={done} />
      )}
      {said?.what === 'saved' && (
        <SavedDialog reference={said.reference} device="phone" mayHaveArrived={said.mayHaveArrived} onClose={done} />
      )}
    </>
  )
}
