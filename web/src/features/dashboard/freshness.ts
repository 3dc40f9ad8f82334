import { onlineManager, type Query, type QueryClient, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { behindSince, onBehind } from '../../lib/behind.ts'
import { lastHeard, onHeard, type Word, wordAt } from '../live/heard.ts'
import { pauseAfter } from '../live/listen.ts'

/** How fresh the member's data on the screen is. */
export interface Freshness {
  readonly isOnline: boolean
  readonly isFetching: boolean
  /** The last attempt to update something that is shown did not succeed. */
  readonly hasFailed: boolean
  /** Whether the server says that nothing else has changed. */
  readonly word: Word
  /** Up to when all that is shown is known to be true, an instant in milliseconds; undefined while nothing is. */
  readonly at: number | undefined
  /** Since when the server answers with older rows than what was done here, an instant in milliseconds; undefined: it does not. */
  readonly behindSince: number | undefined
}

/** How often it is looked whether a word of the server is missing, in milliseconds. */
const LOOK_EVERY = 5_000

/** The queries that the status line speaks of. */
export const keptForTheMember = ({ meta }: Query) => meta?.keptIn === 'member' && meta.isTyped !== true

/**
 * Up to when an answer is known to be true, an instant in milliseconds. The server says on the stream of changes which
 * answers are not true any more: one of which it has not said so is true up to its last word there.
 */
export function trueUntil(
  { dataUpdatedAt, isInvalidated, status }: Pick<Query['state'], 'dataUpdatedAt' | 'isInvalidated' | 'status'>,
  heardAt: number | undefined,
): number {
  if (heardAt === undefined || isInvalidated || status !== 'success') return dataUpdatedAt
  return Math.max(dataUpdatedAt, heardAt)
}

/**
 * Up to when everything on the screen is known to be true, an instant in milliseconds; undefined while there is nothing.
 * @param heardAt the last word of the stream of changes; without it, when the oldest answer was given
 */
export function shownUntil(queries: QueryClient, heardAt?: number): number | undefined {
  const shown = queries.getQueryCache().findAll({ type: 'active', predicate: keptForTheMember })
  const times = shown.flatMap(({ state }) => (state.data === undefined ? [] : [trueUntil(state, heardAt)]))
  return times.length === 0 ? undefined : Math.min(...times)
}

/**
 * Asks again and again, the first time after some seconds, and after longer and longer pauses then: a server whose rows stand
 * still, or that is in trouble, is not to hear from every screen at once. Returns how to stop that.
 */
export function askAgain(ask: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const wait = (times: number): void => {
    const askThen = async () => {
      await ask()
      if (!isOver) wait(times + 1)
    }
    timer = setTimeout(() => void askThen(), pauseAfter(times, Math.random()))
  }
  wait(2)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Of everything of the member that is on the screen now. */
export function useFreshness(): Freshness {
  const queries = useQueryClient()
  const isOnline = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  )
  const isFetching = useIsFetching({ type: 'active', predicate: keptForTheMember }) > 0
  const summary = useSyncExternalStore(
    (changed) => {
      const stopQueries = queries.getQueryCache().subscribe(changed)
      const stopHearing = onHeard(changed)
      // Silence tells nobody of itself.
      const timer = setInterval(changed, LOOK_EVERY)
      return () => {
        clearInterval(timer)
        stopQueries()
        stopHearing()
      }
    },
    () => {
      const shown = queries.getQueryCache().findAll({ type: 'active', predicate: keptForTheMember })
      const failed = shown.some(({ state }) => state.status === 'error' || state.fetchFailureCount > 0)
      // A text, so that the same state is the same value.
      const until = shownUntil(queries, lastHeard())
      return `${until ?? ''} ${failed} ${wordAt(Date.now(), until)}`
    },
  )
  const behind = useSyncExternalStore(onBehind, behindSince)
  useEffect(() => {
    if (behind === undefined) return undefined
    const stop = askAgain(
      () =>
        onlineManager.isOnline() &&
        document.visibilityState === 'visible' &&
        queries.refetchQueries({ type: 'active', predicate: keptForTheMember }, { cancelRefetch: false }),
    )
    return () => {
      stop()
      // Whatever was answered meanwhile is old.
      void queries.invalidateQueries({ queryKey: ['admin'] })
    }
  }, [behind, queries])
  const [at = '', failed, word] = summary.split(' ')
  return {
    isOnline,
    isFetching,
    hasFailed: failed === 'true',
    word: word === 'missing' || word === 'awaited' ? word : 'heard',
    at: at === '' ? undefined : Number(at),
    behindSince: behind,
  }
}
