import { onlineManager } from '@tanstack/react-query'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { type ReactNode, useEffect, useState } from 'react'
import { queryClient } from '../app/query-client.ts'
import { publicKey, queryCopy } from './query-copy.ts'

/** Asks anew for everything that the portal's copy holds. */
const refresh = (slug: string) =>
  queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.keptIn === publicKey(slug) })

/** Keeps what the portal of one business shows on the device, under `pub:<slug>`, and brings it back. */
export function PublicCopy({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const [copy] = useState(() => queryCopy(publicKey(slug)))
  useEffect(() => copy.open(), [copy])
  useEffect(() => onlineManager.subscribe((isOnline) => (isOnline ? void refresh(slug) : undefined)), [slug])
  return (
    <PersistQueryClientProvider
      client={queryClient}
      persistOptions={copy.options}
      // Fetched data never goes stale by itself: without this a restored copy would be shown for ever.
      onSuccess={() => refresh(slug)}
    >
      {children}
    </PersistQueryClientProvider>
  )
}
