import type { AdminBooking, BookingStatus } from '@forecourt/contracts/booking.ts'
import { useCallback, useMemo, useRef } from 'react'
import { useOutbox, usePending } from '../../offline/outbox/outbox-context.tsx'
import { useUndoable } from '../../offline/outbox/use-undoable.ts'
import { failureToast } from '../../ui/toast-queue.ts'
import { type Decision, decideBooking } from './actions.ts'
import { customerName, isCancelling } from './model.ts'

/** A second tap this soon was meant for the button that stood there before, in milliseconds. */
const DOUBLE_TAP = 400

/**
 * Decides about bookings: the tap counts as soon as this device has it, with or without a network, and the screen shows
 * the new status at once. What the server refuses comes back with its reason, until somebody tries again or drops it.
 */
export function useDecide() {
  const { perform } = useOutbox()
  const pending = usePending()
  const busy = useRef(new Set<string>())

  const decideForNow = useUndoable(decideBooking)
  /** By a key, or where another step stood just now, both quickly pressed: not sent before it can no longer be undone. */
  const decideUndoably = useCallback(
    (booking: AdminBooking, to: 'approved' | 'rejected' | 'completed') => {
      const decision = { id: booking.id, from: booking.status, to }
      const name = customerName(booking)
      void decideForNow(decision, { label: labelOf(decision, name), said: `${participles[to]}: ${name}` })
    },
    [decideForNow],
  )

  const decide = useCallback(
    (booking: AdminBooking, to: BookingStatus) => {
      const { id, status: from } = booking
      const decision = { id, from, to }
      if (busy.current.has(id)) return
      busy.current.add(id)
      setTimeout(() => busy.current.delete(id), DOUBLE_TAP)
      if (to === 'completed') {
        decideUndoably(booking, to)
        return
      }
      perform(decideBooking, decision, { label: labelOf(decision, customerName(booking)) }).catch(() =>
        failureToast(decideBooking.failed(decision), 'Please try again.'),
      )
    },
    [perform, decideUndoably],
  )

  /** Why the last action about a booking was refused, by the booking's id. */
  const refusals = useMemo(
    () =>
      new Map(
        pending.flatMap(({ subject, refusal }) =>
          refusal === undefined ? [] : [[subject.replace('booking ', ''), refusal] as const],
        ),
      ),
    [pending],
  )
  return { decide, decideByKey: decideUndoably, refusals }
}

const participles = { approved: 'Approved', rejected: 'Rejected', completed: 'Completed' } as const
const verbs = { approved: 'Approve', rejected: 'Reject', completed: 'Complete', pending: 'Change' } as const

function labelOf(decision: Decision, name: string): string {
  if (decision.from === 'completed') return `Mark ${name}’s booking as approved`
  return `${isCancelling(decision) ? 'Cancel' : verbs[decision.to]} ${name}’s booking`
}
