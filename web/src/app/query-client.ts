import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { SESSION_KEY } from '../lib/session-key.ts'

/** TanStack Query takes every device for online at first, even one that is not. */
onlineManager.setOnline(navigator.onLine)

/**
 * Queries and mutations are not retried; fetched data never goes stale by itself and is not fetched again on focus
 * (specification section 7). What a mutation changes is invalidated by whoever sends it.
 */
export const queryClient: QueryClient = new QueryClient({
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
