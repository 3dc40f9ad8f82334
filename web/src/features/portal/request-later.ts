import { startTransition, useEffect, useRef, useState } from 'react'
import { type Action, registered } from '../../offline/outbox/action.ts'
import { openOutbox } from '../../offline/outbox/outbox.ts'
import type { Outbox } from '../../offline/outbox/outbox-interface.ts'
import { failureToast } from '../../ui/toast-queue.ts'
import { forgetKept, KeptRequest, sendKept } from '../booking-form/kept-request.ts'
import { texts } from '../booking-form/texts.ts'
import { RENTER } from './requests-waiting.ts'

/** References of requests that had arrived before they were changed, as this tab was told when it sent them. */
const arrivedBefore = new Set<string>()

/** A renter's request that could not be sent when it was submitted. */
export const requestLater: Action<KeptRequest> = {
  name: 'request.send',
  args: KeptRequest,
  subject: ({ reference }) => reference,
  send: async (kept) => {
    const { isAsFirstSent } = await sendKept(kept)
    if (isAsFirstSent) arrivedBefore.add(kept.reference)
  },
  effects: [],
  done: () => undefined,
  failed: () => texts.failed.title,
  forget: forgetKept,
}

const registry = [registered(requestLater)]

/**
 * What renters asked for on this device and the server has not accepted yet: an outbox of its own, that no dashboard opens.
 * @param onAccepted is told the reference, and whether it is the request as it was before it was changed. Undefined until the
 *   outbox is open.
 */
export function useRequestsLater(
  slug: string,
  onAccepted: (reference: string, isAsFirstSent: boolean) => void,
): Outbox | undefined {
  const [outbox, setOutbox] = useState<Outbox>()
  const accepted = useRef(onAccepted)
  useEffect(() => {
    accepted.current = onAccepted
  })
  useEffect(() => {
    let isOver = false
    const opened = openOutbox({
      userId: RENTER,
      businessId: slug,
      registry,
      // Anybody may ask for a booking: nobody has to be signed in.
      isTheirSession: async () => true,
      onNotTheirs: () => undefined,
      onAccepted: async ({ subject }) => accepted.current(subject, arrivedBefore.delete(subject)),
      onRefused: ({ failed }, reason) => failureToast(failed, reason),
    })
    // The form comes with it: made in pieces, so that nobody waits for it who is looking at the fleet.
    void opened.then((ready) => (isOver ? undefined : startTransition(() => setOutbox(ready))))
    return () => {
      isOver = true
      void opened.then((ready) => ready.close())
    }
  }, [slug])
  return outbox
}
