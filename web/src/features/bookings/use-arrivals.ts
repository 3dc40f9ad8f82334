import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { useEffect, useMemo, useState } from 'react'
import { hearOtherTabs, newestOf, split } from './arrivals.ts'

/**
 * Holds back what arrives while staff look.
 * @param known all bookings that are known; undefined while there is no answer
 * @param isSettled what is known was just asked for: from then on whatever is newer has arrived
 * @param opened id of the booking that the address names
 */
export function useArrivals(
  rows: readonly AdminBooking[],
  known: readonly AdminBooking[] | undefined,
  isSettled: boolean,
  opened: string | undefined,
) {
  useEffect(hearOtherTabs, [])
  const [since, setSince] = useState<string>()
  if (since === undefined && isSettled && known !== undefined) setSince(newestOf(known))
  return {
    ...useMemo(() => split(rows, since, opened), [rows, since, opened]),
    /** Puts everything that has arrived, and what comes with an answer that is on its way, into the list. */
    showAll: () => setSince(undefined),
  }
}
