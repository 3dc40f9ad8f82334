import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { type ReactNode, useEffect, useState } from 'react'
import { queryClient } from '../app/query-client.ts'
import { publicKey, queryCopy } from './query-copy.ts'

/** Keeps what the portal of one business shows on the device, under `pub:<slug>`, and brings it back. */
export function PublicCopy({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const [copy] = useState(() => queryCopy(publicKey(slug)))
  useEffect(() => copy.open(), [copy])
  return (
    <PersistQueryClientProvider
      client={queryClient}
      persistOptions={copy.options}
      // Fetched data never goes stale by itself: without this a restored copy would be shown for ever.
      onSuccess={() => queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.keptIn === publicKey(slug) })}
    >
      {children}
    </PersistQueryClientProvider>
  )
}
