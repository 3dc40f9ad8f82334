import type { CurrentUser } from '@forecourt/contracts/account.ts'
import {
  type InvalidateOptions,
  IsRestoringProvider,
  onlineManager,
  type Query,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import { persistQueryClientRestore, persistQueryClientSubscribe } from '@tanstack/react-query-persist-client'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { SESSION_KEY } from '../lib/session-key.ts'
import { forgetOtherCopies, memberKey, type QueryCopy, queryCopy } from './query-copy.ts'
import { bringBackTyped, TypedBeside } from './typed.ts'
import { apart, keepApart } from './typed-before.ts'
import { forgetOldTyped, readTyped } from './typed-store.ts'
import { isSessionOf } from './whose-session.ts'

/** Whose copy was brought back before their dashboard was shown, and when, in milliseconds. */
let broughtBack: { readonly key: string; readonly at: number } | undefined

/** Another tab may have written since: what was brought back is used for so many milliseconds. */
const GOOD_FOR = 5_000

/** Brings back what the member has seen, so that their dashboard has it from its first moment. Does not reject. */
export async function bringBack(queries: QueryClient, { id, businessId }: CurrentUser): Promise<void> {
  const key = memberKey(id, businessId)
  if (await restore(queries, key, queryCopy(key, { keptIn: 'member' }))) broughtBack = { key, at: Date.now() }
}

/**
 * Shows what the device has of the member, unless they have gone while a slow device was looking: then nobody is shown it.
 * @returns whether they are still here
 */
async function restore(queryClient: QueryClient, key: string, { options }: QueryCopy): Promise<boolean> {
  const { persister } = options
  const [kept, onDevice] = await Promise.all([persister.restoreClient(), readTyped(key)])
  if (!isSessionOf(queryClient, key)) return false
  const { typed, copy } = apart(kept)
  bringBackTyped(queryClient, key, onDevice, typed)
  void keepApart(key, { typed, copy })
  // A copy that cannot be read is none.
  const restoreClient = () => Promise.resolve(copy)
  await persistQueryClientRestore({ ...options, persister: { ...persister, restoreClient }, queryClient }).catch(
    () => undefined,
  )
  // It is old until the server has answered: a screen that begins with it takes no part of it for news.
  void queryClient.invalidateQueries({ predicate: isKept, refetchType: 'none' })
  return true
}

function isBroughtBack(key: string): boolean {
  return broughtBack?.key === key && Date.now() - broughtBack.at < GOOD_FOR
}

/**
 * Asks anew, as the network is back, for everything that the member's copy holds, and whether they are still signed in; and
 * for what is shown as failed, which is in no copy: nobody presses "Try again" for what a network alone was missing.
 */
async function refresh(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: SESSION_KEY })
  await Promise.all([
    refreshKept(queries),
    queries.refetchQueries({
      type: 'active',
      predicate: ({ meta, state: { status } }) => meta?.keptIn !== 'member' && status === 'error',
    }),
  ])
}

const isKept = ({ meta }: Pick<Query, 'meta'>): boolean => meta?.keptIn === 'member'

const refreshKept = (queries: QueryClient, options: InvalidateOptions = {}): Promise<void> =>
  queries.invalidateQueries({ predicate: isKept }, options)

/**
 * Keeps what the dashboard shows on the device, under the member and their business, and brings it back without a network.
 * Fetched data never goes stale by itself: after it was restored and whenever the network is back it is asked for again.
 */
export function MemberCopy({ user, children }: { readonly user: CurrentUser; readonly children: ReactNode }) {
  const queries = useQueryClient()
  const key = memberKey(user.id, user.businessId)
  const [copy] = useState(() => queryCopy(key, { keptIn: 'member' }))
  const [isRestoring, setRestoring] = useState(() => !isBroughtBack(key))
  useEffect(() => copy.open(), [copy])
  useEffect(() => {
    forgetOtherCopies(user.id, user.businessId).catch(() => undefined)
    void forgetOldTyped()
  }, [user.id, user.businessId])
  useEffect(() => onlineManager.subscribe((isOnline) => (isOnline ? void refresh(queries) : undefined)), [queries])
  useEffect(() => {
    if (isRestoring) {
      // Hundreds of rows come with it: made in pieces.
      void restore(queries, key, copy).then(() => startTransition(() => setRestoring(false)))
      return undefined
    }
    broughtBack = undefined
    // What a screen has just asked for is new enough.
    void refreshKept(queries, { cancelRefetch: false })
    return persistQueryClientSubscribe({ ...copy.options, queryClient: queries })
  }, [queries, key, copy, isRestoring])
  return (
    <IsRestoringProvider value={isRestoring}>
      <TypedBeside value={key}>{children}</TypedBeside>
    </IsRestoringProvider>
  )
}
