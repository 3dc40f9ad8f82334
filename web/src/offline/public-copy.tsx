import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { type ReactNode, useEffect, useState } from 'react'
import { publicKey, queryCopy } from './query-copy.ts'

/** Asks anew for everything that the portal's copy holds. */
const refresh = (queries: QueryClient, slug: string) =>
  queries.invalidateQueries({ predicate: ({ meta }) => meta?.keptIn === publicKey(slug) })

/** Keeps what the portal of one business shows on the device, under `pub:<slug>`, and brings it back. */
export function PublicCopy({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const queries = useQueryClient()
  const [copy] = useState(() => queryCopy(publicKey(slug)))
  useEffect(() => copy.open(), [copy])
  useEffect(
    () => onlineManager.subscribe((isOnline) => (isOnline ? void refresh(queries, slug) : undefined)),
    [queries, slug],
  )
  return (
    <PersistQueryClientProvider
      client={queries}
      persistOptions={copy.options}
      // Fetched data never goes stale by itself: without this a restored copy would be shown for ever.
      onSuccess={() => refresh(queries, slug)}
    >
      {children}
    </PersistQueryClientProvider>
  )
}
