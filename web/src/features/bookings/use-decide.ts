import type { BookingStatus } from '@forecourt/contracts/booking.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { inWords } from '../../lib/api.ts'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { bookings, changeBooking } from './api.ts'
import { changeTo, withStatus } from './model.ts'

/** What one tap asks for. `cancelling` is approved → rejected, which has its own words (specification section 8). */
export interface Decision {
  readonly id: string
  readonly from: BookingStatus
  readonly to: BookingStatus
}

/** A second tap this soon was meant for the button that stood there before, in milliseconds. */
const DOUBLE_TAP = 400

const isCancelling = ({ from, to }: Decision) => from === 'approved' && to === 'rejected'

/**
 * Decides about bookings: the screen shows the new status at once, and takes it back with the server's reason when the
 * server refuses. The reasons stay with their booking until it is decided about again.
 */
export function useDecide() {
  const queries = useQueryClient()
  const { queryKey } = bookings()
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  const busy = useRef(new Set<string>())

  const show = (id: string, status: BookingStatus, only?: BookingStatus) =>
    queries.setQueryData(queryKey, (list) =>
      list?.some((booking) => booking.id === id && (only === undefined || booking.status === only))
        ? withStatus(list, id, status)
        : list,
    )
  const remember = (id: string, reason: string | undefined) =>
    setRefusals((before) => {
      const after = new Map(before)
      if (reason === undefined) after.delete(id)
      else after.set(id, reason)
      return after
    })

  const { mutate } = useMutation({
    mutationFn: (decision: Decision) => changeBooking({ id: decision.id, change: changeTo(decision) }),
    onMutate: async ({ id, to }) => {
      remember(id, undefined)
      show(id, to)
      await queries.cancelQueries({ queryKey })
    },
    onSuccess: (_, decision) =>
      toast(isCancelling(decision) ? 'Booking cancelled successfully' : 'Booking status updated successfully'),
    onError: (error, decision) => {
      const { id, from, to } = decision
      const reason = inWords(error, 'Something went wrong. Please try again.')
      show(id, from, to)
      remember(id, reason)
      failureToast(isCancelling(decision) ? 'Failed to cancel booking' : 'Failed to update booking status', reason)
    },
    onSettled: (_, error, { id }) => {
      setTimeout(() => busy.current.delete(id), error === null ? DOUBLE_TAP : 0)
      return queries.invalidateQueries({ queryKey })
    },
  })

  const decide = useCallback(
    (decision: Decision) => {
      if (busy.current.has(decision.id)) return
      busy.current.add(decision.id)
      mutate(decision)
    },
    [mutate],
  )
  return { decide, refusals }
}
