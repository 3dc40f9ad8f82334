import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { failedQuery } from '../../lib/failed-query.ts'
import { fetchOlder } from '../../lib/fetch-older.ts'
import { union } from '../../lib/union.ts'
import { useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { customerById, customers, foundCustomers, NEWEST, olderCustomers } from './api.ts'
import { listed } from './model.ts'

/** The server is asked for what has so many letters; fewer are in nearly everything. */
const WORTH_ASKING = 2

/**
 * The customers that the page lists for a search, with what waits in the outbox done to them: the newest ones from the
 * device at once, older ones when they were asked for, what the server finds among all, and the one that the address names,
 * however long ago they came.
 * @param named id of a customer; empty for none
 */
export function useCustomers(search: string, named: string) {
  const newest = useQuery(customers())
  const isLong = (newest.data?.length ?? 0) >= NEWEST
  const [wantsOlder, setWantsOlder] = useState(false)
  const older = useInfiniteQuery({ ...olderCustomers(), enabled: wantsOlder })
  const wanted = useDeferredValue(search.trim())
  const found = useQuery({ ...foundCustomers(wanted), enabled: isLong && wanted.length >= WORTH_ASKING })

  const isFarBack = named !== '' && isLong && newest.data?.some(({ id }) => id === named) === false
  const opened = useQuery({ ...customerById(named), enabled: isFarBack })

  const known = useMemo(
    () =>
      newest.data === undefined
        ? undefined
        : union(
            newest.data,
            ...(older.data?.pages.map(({ rows }) => rows) ?? []),
            found.data ?? [],
            isFarBack ? (opened.data ?? []) : [],
          ),
    [newest.data, older.data, found.data, opened.data, isFarBack],
  )
  const all = useWithPending(customers().queryKey, known)
  const hasMore = isLong && (older.data === undefined || older.hasNextPage)
  const showOlder = () => {
    setWantsOlder(true)
    void fetchOlder(older)
  }
  const { error, isFetching } = older
  const olderAgain = { error, isFetching, refetch: older.isRefetchError ? older.refetch : showOlder }
  return {
    rows: useMemo(() => listed(all ?? [], wanted), [all, wanted]),
    /** All that are known, hidden ones too; undefined while there is no answer. */
    all,
    error: newest.error,
    refetch: () => void newest.refetch(),
    isSearching: found.isFetching,
    /** Undefined when all are there. */
    fetchOlder: hasMore ? showOlder : undefined,
    isFetchingOlder: older.isFetching,
    /** What the server was asked for besides the newest ones and did not give. */
    failed:
      failedQuery(found, 'The server could not search.') ??
      failedQuery(olderAgain, 'Older customers could not be loaded.') ??
      failedQuery(opened, 'The customer could not be loaded.'),
  }
}
