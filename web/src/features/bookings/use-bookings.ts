import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import { failedQuery } from '../../lib/failed-query.ts'
import { fetchOlder } from '../../lib/fetch-older.ts'
import { union } from '../../lib/union.ts'
import { useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { bookingById, bookings, foundBookings, NEWEST, olderBookings } from './api.ts'
import { listed, matching } from './model.ts'

/** The server is asked for what has so many letters; fewer are in nearly everything. */
const WORTH_ASKING = 2

/**
 * The bookings that the page lists for a search, with what waits in the outbox done to them: the newest ones from the
 * device at once, older ones when they were asked for, what the server finds among all, and the one that the address names,
 * however old it is.
 */
export function useBookings(search: string) {
  const newest = useQuery(bookings())
  const [wantsOlder, setWantsOlder] = useState(false)
  const older = useInfiniteQuery({ ...olderBookings(), enabled: wantsOlder })
  const wanted = useDeferredValue(search.trim())
  const found = useQuery({ ...foundBookings(wanted), enabled: wanted.length >= WORTH_ASKING })
  const named = new URLSearchParams(useSearch()).get('booking') ?? ''
  const isFarBack = named !== '' && newest.data?.some(({ id }) => id === named) === false
  const opened = useQuery({ ...bookingById(named), enabled: isFarBack })
  // Today's block and the timeline lead to bookings that only they have on this device.
  const elsewhere = useQueryClient()
    .getQueriesData<readonly AdminBooking[]>({ queryKey: bookings().queryKey })
    .flatMap(([, rows]) => (isFarBack && Array.isArray(rows) ? rows : []))
    .find(({ id }) => id === named)

  const known = useMemo(
    () =>
      newest.data === undefined
        ? undefined
        : union(
            newest.data,
            ...(older.data?.pages.map(({ rows }) => rows) ?? []),
            found.data ?? [],
            isFarBack ? (opened.data ?? (elsewhere === undefined ? [] : [elsewhere])) : [],
          ),
    [newest.data, older.data, found.data, opened.data, elsewhere, isFarBack],
  )
  const all = useWithPending(bookings().queryKey, known)
  const rows = useMemo(() => matching(listed(all ?? []), wanted), [all, wanted])
  const showOlder = () => {
    setWantsOlder(true)
    void fetchOlder(older)
  }
  const { error, isFetching } = older
  const olderAgain = { error, isFetching, refetch: older.isRefetchError ? older.refetch : showOlder }
  return {
    rows,
    /** All that is known, hidden ones too. */
    all,
    /** What is known was just asked for, or could not be. */
    isSettled: newest.data !== undefined && !newest.isFetching,
    error: newest.error,
    refetch: () => void newest.refetch(),
    isSearching: found.isFetching,
    /** Undefined when all are there. */
    fetchOlder:
      (newest.data?.length ?? 0) < NEWEST || (older.data !== undefined && !older.hasNextPage) ? undefined : showOlder,
    /** More was asked for than the address alone shows. */
    wantsOlder,
    isFetchingOlder: older.isFetching,
    /** What the server was asked for besides the newest ones and did not give. */
    failed:
      failedQuery(found, 'The server could not search.') ??
      failedQuery(olderAgain, 'Older bookings could not be loaded.') ??
      (elsewhere === undefined ? failedQuery(opened, 'The booking could not be loaded.') : undefined),
  }
}
