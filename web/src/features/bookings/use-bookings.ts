import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { bookings, foundBookings, olderBookings } from './api.ts'
import { listed, matches, union } from './model.ts'

/** The server is asked for what has so many letters; fewer are in nearly everything. */
const WORTH_ASKING = 2

/**
 * The bookings that the page lists for a search, with what waits in the outbox done to them: the newest ones from the
 * device at once, older ones when they were asked for, and what the server finds among all.
 */
export function useBookings(search: string) {
  const newest = useQuery(bookings())
  const older = useInfiniteQuery({ ...olderBookings(), enabled: false })
  const wanted = useDeferredValue(search.trim())
  const found = useQuery({ ...foundBookings(wanted), enabled: wanted.length >= WORTH_ASKING })

  const known = useMemo(
    () =>
      newest.data === undefined
        ? undefined
        : union(newest.data, ...(older.data?.pages.map(({ rows }) => rows) ?? []), found.data ?? []),
    [newest.data, older.data, found.data],
  )
  const all = useWithPending(bookings().queryKey, known)
  const rows = useMemo(() => listed(all ?? []).filter((booking) => matches(booking, wanted)), [all, wanted])
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
      (newest.data?.length ?? 0) < NEWEST || (older.data !== undefined && !older.hasNextPage)
        ? undefined
        : () => void (older.data === undefined ? older.refetch() : older.fetchNextPage()),
    isFetchingOlder: older.isFetching,
  }
}

/** The server gives so many without being asked for another number (decisions: bookings). */
const NEWEST = 500
