import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { SESSION_KEY } from '../lib/session-key.ts'

/** TanStack Query takes every device for online at first, even one that is not. */
onlineManager.setOnline(navigator.onLine)

/**
 * An answer that is on its way may be older than the change that is told meanwhile. TanStack Query asks anew at once where
 * something is shown already, and takes the answer for news where nothing is: of a list that is fetched for the first time,
 * or that nobody looks at any more. There the answer is let come, and then doubted like the one before: whoever awaits the invalidation
 * waits for that as well.
 */
class CautiousQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const onTheirWay = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(takesAnswerForNews)
    const doubted = onTheirWay.map(async (query) => {
      await query.fetch().catch(() => {}) // the one that is on its way
      await super.invalidateQueries({ ...filters, queryKey: query.queryKey, exact: true }, options)
    })
    await Promise.all([super.invalidateQueries(filters, options), ...doubted])
  }
}

const takesAnswerForNews = (query: Query): boolean => !query.isActive() || query.state.data === undefined

/**
 * Queries and mutations are not retried; fetched data never goes stale by itself and is not fetched again on focus
 * (specification section 7). What a mutation changes is invalidated by whoever sends it.
 */
export const queryClient: QueryClient = new CautiousQueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: noticeSignOut }),
  mutationCache: new MutationCache({ onError: noticeSignOut }),
})

/**
 * A 401 to somebody who was signed in means that their session has ended, or that somebody else has signed in on this device
 * in the meantime: who is there now is asked for, and the dashboard's gate takes it from there.
 */
function noticeSignOut(error: Error): void {
  if (error instanceof ApiError && error.status === 401 && queryClient.getQueryData(SESSION_KEY)) {
    void queryClient.invalidateQueries({ queryKey: SESSION_KEY })
  }
}
