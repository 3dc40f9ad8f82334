import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { forgetWaiting } from '../../offline/outbox/storage.ts'
import { oweSignOut } from '../../offline/owed-sign-out.ts'
import { deskOf } from '../../offline/owners.ts'
import { forgetCopy } from '../../offline/query-copy.ts'
import { forgetMember } from '../../offline/remembered-member.ts'
import { discardAllOf } from '../../offline/sealed.ts'
import { comesWithin } from '../../offline/within.ts'
import { SIGNED_OUT } from '../../sw/words.ts'
import { forgetDraft } from '../booking-form/draft.ts'
import { currentUser, signOut } from './api.ts'
import { hearTabs, tellTabs } from './tabs.ts'

/** Nobody waits longer than so many milliseconds for a server that is told of the sign-out later anyway. */
const PATIENCE = 5_000

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
  // Or has signed in, as somebody else perhaps: then nothing more is asked or sent in the name of whoever was here.
  useEffect(
    () =>
      hearTabs((word) => {
        const { queryKey } = currentUser()
        if (word === 'signed out') queries.setQueryData(queryKey, null)
        else void queries.invalidateQueries({ queryKey })
      }),
    [queries],
  )

  async function leave({ id, businessId }: CurrentUser): Promise<void> {
    // The dashboard goes first, and with it whoever writes copies and sends what waits.
    flushSync(() => setLeaving(true))
    await queries.cancelQueries()
    queries.clear()
    await oweSignOut()
    // First those that may be about to write down what is to be gone: deleted before they let go, it would be back.
    tellTabs('signed out')
    const desk = deskOf(id, businessId)
    await Promise.all([
      forgetMember(),
      forgetCopy(id, businessId),
      forgetWaiting(id, businessId),
      discardAllOf(desk),
      forgetDraft(desk),
    ])
    navigator.serviceWorker?.controller?.postMessage(SIGNED_OUT)
    // Once more, for one that has begun meanwhile.
    tellTabs('signed out')
    // Without an answer the server hears of it first thing when it can be reached again, from whichever page (end-owed-session.ts).
    await comesWithin(PATIENCE, signOut()).catch(() => undefined)
    navigate(`/${slug}/portal`)
  }
  return { leaving, leave }
}
