import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { type ReactNode, useEffect, useState } from 'react'
import { SESSION_KEY } from '../lib/session-key.ts'
import { forgetOtherCopies, memberKey, queryCopy } from './query-copy.ts'

/** Asks anew for everything that the member's copy holds, and whether they are still signed in. */
async function refresh(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: SESSION_KEY })
  await queries.invalidateQueries({ predicate: ({ meta }) => meta?.keptIn === 'member' })
}

/**
 * Keeps what the dashboard shows on the device, under the member and their business, and brings it back without a network.
 * Fetched data never goes stale by itself: after it was restored and whenever the network is back it is asked for again.
 */
export function MemberCopy({ user, children }: { readonly user: CurrentUser; readonly children: ReactNode }) {
  const queries = useQueryClient()
  const [copy] = useState(() => queryCopy(memberKey(user.id, user.businessId), 'member'))
  useEffect(() => copy.open(), [copy])
  useEffect(() => {
    forgetOtherCopies(user.id, user.businessId).catch(() => undefined)
  }, [user.id, user.businessId])
  useEffect(() => onlineManager.subscribe((isOnline) => (isOnline ? void refresh(queries) : undefined)), [queries])
  return (
    <PersistQueryClientProvider
      client={queries}
      persistOptions={copy.options}
      onSuccess={() => queries.invalidateQueries({ predicate: ({ meta }) => meta?.keptIn === 'member' })}
    >
      {children}
    </PersistQueryClientProvider>
  )
}
