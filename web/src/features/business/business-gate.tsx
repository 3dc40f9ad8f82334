import type { PublicBusiness } from '@forecourt/contracts/business.ts'
import {
  onlineManager,
  type Query,
  type QueryClient,
  type QueryState,
  useIsRestoring,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, isNotFound } from '../../lib/api.ts'
import { useTitle } from '../../lib/use-title.ts'
import { publicKey } from '../../offline/query-copy.ts'
import { useOnline } from '../../offline/use-online.ts'
import { Loading } from '../../ui/loading.tsx'
import { publicBusiness } from './api.ts'
import { BusinessTheme } from './business-theme.tsx'
import { hearDesk } from './tell-portals.ts'

interface Asked {
  readonly state: Pick<QueryState, 'data' | 'error'>
}

/** The server has said that there is none: it is asked again when somebody wants it, and not by itself. */
const isMissing = ({ state: { data, error } }: Asked): boolean =>
  data === undefined && error instanceof ApiError && error.status === 404

/** Whether the service has said by now that there is no such business: what the device has of it is not shown any more. */
export const isBusinessClosed = (queries: QueryClient, slug: string): boolean =>
  isNotFound(queries.getQueryState(publicBusiness(slug).queryKey)?.error)

/** Forgets what is public of a business that is closed, here and so on the device; what somebody has typed stays. */
function forgetBusiness(queries: QueryClient, slug: string): void {
  const business = queries.getQueryCache().find({ queryKey: publicBusiness(slug).queryKey })
  const isAbout = ({ meta }: Pick<Query, 'meta'>) => meta?.keptIn === publicKey(slug) && meta.isTyped !== true
  queries.removeQueries({ predicate: (query) => isAbout(query) && query.queryHash !== business?.queryHash })
  // Not removed: that there is none is the answer, for as long as nobody asks again.
  business?.setState({ data: undefined })
}

/** A portal has no stream of its own: an open one asks now and then, and when somebody comes back to it. */
const followed = {
  refetchInterval: (query: Asked) => (isMissing(query) ? false : 60_000),
  refetchOnWindowFocus: (query: Asked): false | 'always' => (isMissing(query) ? false : 'always'),
  // It may have been asked for before the screen was there (`begin-portal.ts`).
  retryOnMount: (query: Asked) => !isMissing(query),
}

/**
 * What stands before every screen of a business: the spinner, then the page in its colours, or 'Business Not Found' when
 * it is absent or cannot be loaded (specification section 2); without a network nobody can say that it is absent.
 */
export function BusinessGate({
  slug,
  children,
}: {
  readonly slug: string
  readonly children: (business: PublicBusiness) => ReactNode
}) {
  const { data, error, isPending, refetch, isFetching } = useQuery({ ...publicBusiness(slug), ...followed })
  const isOnline = useOnline()
  const [isAsked, setAsked] = useState(false)
  useEffect(
    () => onlineManager.subscribe((isBack) => (isBack ? void refetch({ cancelRefetch: false }) : undefined)),
    [refetch],
  )
  const queries = useQueryClient()
  const isRestoring = useIsRestoring()
  const isClosed = data !== undefined && isNotFound(error)
  useEffect(() => {
    if (isClosed) forgetBusiness(queries, slug)
  }, [isClosed, queries, slug])
  useEffect(
    () => hearDesk(() => void queries.invalidateQueries({ predicate: ({ meta }) => meta?.keptIn === publicKey(slug) })),
    [queries, slug],
  )
  const business = isClosed ? undefined : data
  // What is asked because the network is back has not failed yet. Whoever asked by the button keeps it.
  const isLoading = isPending || (data === undefined && isFetching && !isAsked)
  if (isLoading) return <Loading />
  if (business === undefined) {
    return (
      <BusinessMissing
        isOnline={isOnline}
        // Asked anew while the device is still read, what was said would be forgotten by then.
        isBusy={isFetching || isRestoring}
        onRetry={() => {
          setAsked(true)
          void refetch()
        }}
      />
    )
  }
  return <BusinessTheme colour={business.primaryColor}>{children(business)}</BusinessTheme>
}

/** By itself, so that it has a title of its own for as long as it stands. */
function BusinessMissing({
  isOnline,
  isBusy,
  onRetry,
}: {
  readonly isOnline: boolean
  readonly isBusy: boolean
  readonly onRetry: () => void
}) {
  useTitle(isOnline ? 'Business Not Found – Forecourt' : 'You are offline – Forecourt')
  return (
    <main className="page-message">
      {isOnline ? (
        <>
          <p className="page-message-code">404</p>
          <h1>Business Not Found</h1>
          <p>The business you're looking for doesn't exist.</p>
        </>
      ) : (
        <>
          <h1>You are offline</h1>
          <p>This page is not on this device yet. It opens when there is a network.</p>
        </>
      )}
      <p className="page-message-ways">
        <a href="/">Go to Homepage</a>
        <button type="button" onClick={onRetry} disabled={isBusy}>
          Try again
        </button>
      </p>
    </main>
  )
}
