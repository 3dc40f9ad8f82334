import type { AdminBooking, BookingStatus } from '@forecourt/contracts/booking.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useOutbox, usePending, useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { useUndoable } from '../../offline/outbox/use-undoable.ts'
import { failureToast } from '../../ui/toast-queue.ts'
import { vehicles } from '../fleet/api.ts'
import { papersQuestion } from '../maintenance/due.ts'
import { type Decision, decideBooking } from './actions.ts'
import { type Conflict, inWords } from './conflicts.ts'
import { customerName, isCancelling, stepOf } from './model.ts'

/** A second tap this soon was meant for the button that stood there before, in milliseconds. */
const DOUBLE_TAP = 400

/**
 * Decides about bookings: the tap counts as soon as this device has it, with or without a network, and the screen shows
 * the new status at once. What the server refuses comes back with its reason, until somebody tries again or drops it.
 */
export function useDecide(conflictWith: (booking: AdminBooking) => Conflict | undefined) {
  const { perform } = useOutbox()
  const pending = usePending()
  const busy = useRef(new Set<string>())

  const fleet = useWithPending(vehicles().queryKey, useQuery(vehicles()).data)
  // Every row holds `decide`: none is to change when something about a vehicle or another booking does.
  const known = useRef({ fleet, conflictWith })
  useEffect(() => {
    known.current = { fleet, conflictWith }
  }, [fleet, conflictWith])
  /**
   * Says so, and nothing is to be sent, when the days were approved to somebody else on this device, or maintenance was added
   * for them: the server would refuse it, when the renter may have been told already. Of what the server has said there may be newer news: it is asked.
   */
  const isRefusedHere = useCallback((decision: Decision, booking: AdminBooking): boolean => {
    const conflict = decision.to === 'approved' ? known.current.conflictWith(booking) : undefined
    if (conflict?.isHere !== true) return false
    failureToast(decideBooking.failed(decision), `${inWords(conflict)}.`)
    return true
  }, [])
  const [asked, setAsked] = useState<{ readonly question: string; readonly approve: () => void }>()
  /** Asks first when the hire runs past the MOT or the insurance of its vehicle. */
  const approving = useCallback((booking: AdminBooking, approve: () => void) => {
    const question = papersQuestion(booking, known.current.fleet ?? [])
    if (question === undefined) approve()
    else setAsked({ question, approve })
  }, [])

  const decideForNow = useUndoable(decideBooking)
  /** By a key, or where another step stood just now, both quickly pressed: not sent before it can no longer be undone. */
  const decideUndoably = useCallback(
    (booking: AdminBooking, to: 'approved' | 'rejected' | 'completed') => {
      const decision = stepOf(booking, to)
      const name = customerName(booking)
      void decideForNow(decision, { label: labelOf(decision, name), said: `${participles[to]}: ${name}` })
    },
    [decideForNow],
  )

  const decideByKey = useCallback(
    (booking: AdminBooking, to: 'approved' | 'rejected') => {
      if (isRefusedHere(stepOf(booking, to), booking)) return
      if (to === 'approved') approving(booking, () => decideUndoably(booking, to))
      else decideUndoably(booking, to)
    },
    [approving, decideUndoably, isRefusedHere],
  )

  const decide = useCallback(
    (booking: AdminBooking, to: BookingStatus) => {
      const { id, status: from } = booking
      const decision = stepOf(booking, to)
      if (busy.current.has(id)) return
      busy.current.add(id)
      setTimeout(() => busy.current.delete(id), DOUBLE_TAP)
      if (isRefusedHere(decision, booking)) return
      if (to === 'completed') {
        decideUndoably(booking, to)
        return
      }
      const send = () => {
        perform(decideBooking, decision, { label: labelOf(decision, customerName(booking)) }).catch(() =>
          failureToast(decideBooking.failed(decision), 'Please try again.'),
        )
      }
      if (from === 'pending' && to === 'approved') approving(booking, send)
      else send()
    },
    [perform, approving, decideUndoably, isRefusedHere],
  )

  /** Why the last action about a booking was refused, by the booking's id. */
  const refusals = useMemo(
    () =>
      new Map(
        pending.flatMap(({ subject, refusal }) =>
          refusal === undefined ? [] : [[subject.replace(/^(booking|notes) /, ''), refusal] as const],
        ),
      ),
    [pending],
  )
  return {
    decide,
    decideByKey,
    refusals,
    /** What is asked before an approval is sent; undefined when nothing is. */
    question: asked?.question,
    answer: (isYes: boolean) => {
      setAsked(undefined)
      if (isYes) asked?.approve()
    },
  }
}

const participles = { approved: 'Approved', rejected: 'Rejected', completed: 'Completed' } as const
const verbs = { approved: 'Approve', rejected: 'Reject', completed: 'Complete', pending: 'Change' } as const

function labelOf(decision: Decision, name: string): string {
  if (decision.from === 'completed') return `Mark ${name}’s booking as approved`
  return `${isCancelling(decision) ? 'Cancel' : verbs[decision.to]} ${name}’s booking`
}
