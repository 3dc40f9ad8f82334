import { QueryClient } from '@tanstack/react-query'

/**
 * Queries and mutations are not retried; fetched data never goes stale by itself and is not fetched again on focus
 * (specification section 7). What a mutation changes is invalidated by whoever sends it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
