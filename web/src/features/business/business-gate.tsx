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

/** The service has said that there is none: it is asked again when somebody wants it, and not by itself. */
const isMissing = ({ state: { data, error } }: Asked): boolean => data === undefined && isNotFound(error)

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

/** How often a server is asked again that has shown nothing yet, and one that has, in milliseconds. */
const ASK_EVERY = { unanswered: 15_000, shown: 60_000 }

/** A portal has no stream of its own: an open one asks now and then, and when somebody comes back to it. */
const followed = {
  refetchInterval: (query: Asked) =>
    isMissing(query) ? false : query.state.data === undefined ? ASK_EVERY.unanswered : ASK_EVERY.shown,
  refetchOnWindowFocus: (query: Asked): false | 'always' => (isMissing(query) ? false : 'always'),
  // It may have been asked for before the screen was there (`begin-portal.ts`).
  retryOnMount: (query: Asked) => !isMissing(query),
}

/**
 * What stands before every screen of a business: the spinner, then the page in its colours, or 'Business Not Found' when it is
 * absent or cannot be loaded (specification section 2); without a network nobody can say that it is absent. Unless the service itself
 * has said so, it is asked again by itself, and the page says that as well.
 */
export function BusinessGate({
  slug,
  children,
}: {
  readonly slug: string
  readonly children: (business: PublicBusiness) => ReactNode
}) {
  const { data, error, refetch, isFetching } = useQuery({ ...publicBusiness(slug), ...followed })
  const isOnline = useOnline()
  // A query that has nothing forgets why as soon as it is asked again: what is said stays until there is an answer.
  const [failure, setFailure] = useState(error)
  if (error !== null && error !== failure) setFailure(error)
  useEffect(
    () =>
      onlineManager.subscribe((isBack) => {
        if (!isBack) return
        // What is asked because the network is back has not failed yet.
        setFailure(null)
        void refetch({ cancelRefetch: false })
      }),
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
  if (data !== undefined && !isClosed) {
    return <BusinessTheme colour={data.primaryColor}>{children(data)}</BusinessTheme>
  }
  if (failure === null) return <Loading />
  return (
    <BusinessMissing
      failure={isOnline ? failure : undefined}
      // Asked anew while the device is still read, what was said would be forgotten by then.
      isBusy={isFetching || isRestoring}
      onRetry={() => void refetch()}
    />
  )
}

/**
 * What is said in place of the page (specification section 2 has one for what is absent and for what failed to load): a title, and
 * sentences. @param failure why there is none; undefined without a network
 */
function inPlaceOfPage(failure: Error | undefined): readonly [title: string, ...sentences: string[]] {
  if (failure === undefined) {
    return ['You are offline', 'This page is not on this device yet. It opens when there is a network.']
  }
  const absent = ['Business Not Found', "The business you're looking for doesn't exist."] as const
  if (isNotFound(failure)) return absent
  const why = failure instanceof ApiError ? 'something is wrong on our side' : 'the server could not be reached'
  return [...absent, `Or it could not be loaded: ${why}. The page tries again by itself.`]
}

/** By itself, so that it has a title of its own for as long as it stands. */
function BusinessMissing({
  failure,
  isBusy,
  onRetry,
}: {
  readonly failure: Error | undefined
  readonly isBusy: boolean
  readonly onRetry: () => void
}) {
  const [title, ...sentences] = inPlaceOfPage(failure)
  useTitle(`${title} – Forecourt`)
  return (
    <main className="page-message">
      {failure !== undefined && <p className="page-message-code">404</p>}
      <h1>{title}</h1>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className="page-message-ways">
        <a href="/">Go to Homepage</a>
        <button type="button" onClick={onRetry} disabled={isBusy}>
          Try again
        </button>
      </p>
    </main>
  )
}
