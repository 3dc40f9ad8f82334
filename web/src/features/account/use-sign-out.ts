import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { forgetWaiting } from '../../offline/outbox/outbox.ts'
import { forgetCopy } from '../../offline/query-copy.ts'
import { forgetMember, oweSignOut } from '../../offline/remembered-member.ts'
import { currentUser, signOut } from './api.ts'

const CHANNEL = 'forecourt-signed-out'

/**
 * Signing out: nothing of the business stays on the device, whatever the network does; the session is ended, now or as
 * soon as the server can be reached, and the portal is shown (specification section 2). While `leaving`, the dashboard must not be
 * shown: it would ask for what was just cleared.
 */
export function useSignOut(slug: string) {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [leaving, setLeaving] = useState(false)

  // Another tab has signed out: this one must not go on showing, or keep writing down, what is to be gone.
  useEffect(() => {
    const tabs = new BroadcastChannel(CHANNEL)
    tabs.addEventListener('message', () => queries.setQueryData(currentUser().queryKey, null))
    return () => tabs.close()
  }, [queries])

  async function leave({ id, businessId }: CurrentUser): Promise<void> {
    // The dashboard goes first, and with it whoever writes copies and sends what waits.
    flushSync(() => setLeaving(true))
    await queries.cancelQueries()
    queries.clear()
    await oweSignOut()
    await Promise.all([forgetMember(), forgetCopy(id, businessId), forgetWaiting(id, businessId)])
    const tabs = new BroadcastChannel(CHANNEL)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, a window has
    tabs.postMessage('signed out')
    tabs.close()
    // Without an answer the server hears of it first thing when it can be reached again.
    await signOut().catch(() => undefined)
    navigate(`/${slug}/portal`)
  }
  return { leaving, leave }
}
