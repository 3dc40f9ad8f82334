import { onlineManager, type Query, type QueryClient, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** How fresh the member's data on the screen is. */
export interface Freshness {
  readonly isOnline: boolean
  readonly isFetching: boolean
  /** The last attempt to update something that is shown did not succeed. */
  readonly hasFailed: boolean
  /** The oldest answer on the screen, an instant in milliseconds; undefined while there is none. */
  readonly at: number | undefined
}

/** The queries that the status line speaks of. */
export const keptForTheMember = ({ meta }: Query) => meta?.keptIn === 'member' && meta.isTyped !== true

/** When the oldest answer on the screen was given, an instant in milliseconds; undefined while there is none. */
export function oldestShown(queries: QueryClient): number | undefined {
  const shown = queries.getQueryCache().findAll({ type: 'active', predicate: keptForTheMember })
  const times = shown.flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]))
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Of everything of the member that is on the screen now. */
export function useFreshness(): Freshness {
  const queries = useQueryClient()
  const isOnline = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  )
  const isFetching = useIsFetching({ predicate: keptForTheMember }) > 0
  const summary = useSyncExternalStore(
    (changed) => queries.getQueryCache().subscribe(changed),
    () => {
      const shown = queries.getQueryCache().findAll({ type: 'active', predicate: keptForTheMember })
      const failed = shown.some(({ state }) => state.status === 'error' || state.fetchFailureCount > 0)
      // A text, so that the same state is the same value.
      return `${oldestShown(queries) ?? ''} ${failed}`
    },
  )
  const [at = '', failed] = summary.split(' ')
  return { isOnline, isFetching, hasFailed: failed === 'true', at: at === '' ? undefined : Number(at) }
}
