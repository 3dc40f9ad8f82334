import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { type ReactNode, useEffect, useState } from 'react'
import { queryClient } from '../app/query-client.ts'
import { currentUser } from '../features/account/api.ts'
import { forgetOtherCopies, memberKey, queryCopy } from './query-copy.ts'

/** Asks anew for everything that the member's copy holds, and whether they are still signed in. */
async function refresh(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: currentUser().queryKey })
  await queries.invalidateQueries({ predicate: ({ meta }) => meta?.keptIn === 'member' })
}

/**
 * Keeps what the dashboard shows on the device, under the member and their business, and brings it back without a network.
 * Fetched data never goes stale by itself: after it was restored and whenever the network is back it is asked for again.
 */
export function MemberCopy({ user, children }: { readonly user: CurrentUser; readonly children: ReactNode }) {
  const [copy] = useState(() => queryCopy(memberKey(user.id, user.businessId), 'member'))
  useEffect(() => copy.open(), [copy])
  useEffect(() => {
    forgetOtherCopies(user.id, user.businessId).catch(() => undefined)
  }, [user.id, user.businessId])
  useEffect(() => onlineManager.subscribe((isOnline) => (isOnline ? void refresh(queryClient) : undefined)), [])
  return (
    <PersistQueryClientProvider
      client={queryClient}
      persistOptions={copy.options}
      onSuccess={() => queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.keptIn === 'member' })}
    >
      {children}
    </PersistQueryClientProvider>
  )
}
