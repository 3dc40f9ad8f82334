import type { BookingHistory } from '@forecourt/contracts/booking-history.ts'
import { notFound } from '@forecourt/kit/problem.ts'
import { z } from 'zod'
import { COLLEAGUE_NAME } from '../reading/colleague-name.ts'
import type { Read } from '../reading/reads.ts'

const EntryRow = z.object({
  event_id: z.string(),
  at: z.iso.datetime({ offset: true }),
  sentence: z.string(),
  actor_kind: z.enum(['customer', 'member', 'operator', 'system', 'import']),
  name: z.string().nullable(),
})

/** A booking is a row with its history. */
const HistoryRow = z.object({ history: z.array(EntryRow) })

const shown = ({ event_id: id, at, sentence, actor_kind: kind, name }: z.infer<typeof EntryRow>) => ({
  id,
  at: new Date(at).toISOString(),
  sentence,
  by: { kind, name },
})

/**
 * What happened to a booking, in the order of the log (`GET /api/admin/bookings/{id}/history`). Answers 404 for a booking
 * that is not the member's business's own.
 */
export const readBookingHistory: Read<z.infer<typeof HistoryRow>, { readonly bookingId: string }> = {
  name: 'history of a booking',
  query: `
    select
      coalesce(
        (
          select json_agg(
            json_build_object(
              'event_id', entry.event_id,
              'at', entry.at,
              'sentence', entry.sentence,
              'actor_kind', entry.actor_kind,
              'name', ${COLLEAGUE_NAME}
            )
            order by entry.position
          )
          from booking_history entry
          left join users colleague
            on entry.actor_kind = 'member' and colleague.user_id::text = entry.actor_id and colleague.business_id = $1
          where entry.business_id = $1 and entry.booking_id = booking.booking_id
        ),
        '[]'
      ) as history
    from bookings booking
    where booking.business_id = $1 and booking.booking_id = $4 ->> 'bookingId'`,
  row: HistoryRow,
  dependsOnToday: false,
  present: ([booking]) => {
    if (booking === undefined) throw notFound()
    return { body: booking.history.map(shown) satisfies BookingHistory }
  },
}
