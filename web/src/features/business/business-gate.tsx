import type { PublicBusiness } from '@forecourt/contracts/business.ts'
import { onlineManager, type QueryState, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
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

/** The server has said that there is none, or none any more: an answer, whatever is known from before. */
const isDenied = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** There never was one, as far as is known: it is asked again when somebody wants it, and not by itself. */
const isMissing = ({ state: { data, error } }: Asked): boolean => data === undefined && isDenied(error)

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
  const business = isDenied(error) ? undefined : data
  const isOnline = useOnline()
  const [isAsked, setAsked] = useState(false)
  useEffect(
    () => onlineManager.subscribe((isBack) => (isBack ? void refetch({ cancelRefetch: false }) : undefined)),
    [refetch],
  )
  const queries = useQueryClient()
  useEffect(
    () => hearDesk(() => void queries.invalidateQueries({ predicate: ({ meta }) => meta?.keptIn === publicKey(slug) })),
    [queries, slug],
  )
  // What is asked because the network is back has not failed yet. Whoever asked by the button keeps it.
  const isLoading = isPending || (data === undefined && isFetching && !isAsked)
  if (isLoading) return <Loading />
  if (business === undefined) {
    return (
      <BusinessMissing
        isOnline={isOnline}
        isFetching={isFetching}
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
  isFetching,
  onRetry,
}: {
  readonly isOnline: boolean
  readonly isFetching: boolean
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
        <button type="button" onClick={onRetry} disabled={isFetching}>
          Try again
        </button>
      </p>
    </main>
  )
}
