import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { type ReactNode, useEffect, useState } from 'react'
import { publicKey, queryCopy } from './query-copy.ts'

/** Asks anew for everything that the portal's copy holds. */
const refresh = (queries: QueryClient, slug: string) =>
  queries.invalidateQueries({ predicate: ({ meta }) => meta?.keptIn === publicKey(slug) })

/** While a page is so new, in milliseconds, what it has been told is not asked for again. */
const NEW = 10_000

/**
 * Asks anew for everything that was restored: fetched data never goes stale by itself, and a copy would be shown for ever.
 * What the page has asked for while the copy was read (`begin-portal.ts`) is on its way, or is there.
 */
function refreshRestored(queries: QueryClient, slug: string): Promise<void> {
  const isNew = performance.now() <= NEW
  return queries.invalidateQueries({
    predicate: ({ meta, state: { data, dataUpdatedAt, fetchStatus } }) =>
      meta?.keptIn === publicKey(slug) &&
      // What has no answer was not restored: what the page shows of it is asked for by itself, if asking can help.
      data !== undefined &&
      (!isNew || (fetchStatus === 'idle' && dataUpdatedAt < performance.timeOrigin)),
  })
}

interface Props {
  readonly slug: string
  /** Whether the service has said by the time the copy is read that there is no such business: it is forgotten then. */
  readonly isOver: (queries: QueryClient, slug: string) => boolean
  readonly children: ReactNode
}

/** Keeps what the portal of one business shows on the device, under `pub:<slug>`, and brings it back. */
export function PublicCopy({ slug, isOver, children }: Props) {
  const queries = useQueryClient()
  const [copy] = useState(() => queryCopy(publicKey(slug), { isOver: () => isOver(queries, slug) }))
  useEffect(() => copy.open(), [copy])
  useEffect(
    () => onlineManager.subscribe((isOnline) => (isOnline ? void refresh(queries, slug) : undefined)),
    [queries, slug],
  )
  return (
    <PersistQueryClientProvider
      client={queries}
      persistOptions={copy.options}
      onSuccess={() => refreshRestored(queries, slug)}
    >
      {children}
    </PersistQueryClientProvider>
  )
}
