import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Outbox } from '../../offline/outbox/outbox-interface.ts'
import { CannotBeSent } from '../../offline/outbox/outcome.ts'
import { type PendingAction, TOO_OLD } from '../../offline/outbox/queue.ts'
import { failureToast } from '../../ui/toast-queue.ts'
import type { Counter } from './counter.ts'
import { type BookingDraft, type ChangeDraft, type Field, isEmpty, isField } from './draft.ts'
import { KeptRequest, reopened } from './kept-request.ts'
import { texts } from './texts.ts'

/** A request that was filled in at this counter and waits: to be sent, or, refused, for a person. */
export interface Waiting {
  readonly action: PendingAction
  readonly kept: KeptRequest
  /** The device does not have it any more: its time is over. */
  readonly isOver: boolean
}

/** What of an outbox are requests of this counter. */
export function waitingAt(
  actions: readonly PendingAction[],
  { keepFor, device }: Pick<Counter, 'keepFor' | 'device'>,
  now: number,
): Waiting[] {
  return actions.flatMap((action) => {
    const kept = z.safeParse(KeptRequest, action.args)
    // A desk's clock may have been behind: what it has is there for as long as its action waits.
    const isOver = device === 'phone' && now - action.createdAt > keepFor
    return kept.success ? [{ action, kept: kept.data, isOver }] : []
  })
}

/**
 * A refused request comes back into the form with its reason: by itself into an empty one, at a tap into one that has
 * something in it.
 */
export function useReopen({
  waiting,
  outbox,
  counter,
  draft,
  change,
}: {
  readonly waiting: readonly Waiting[]
  readonly outbox: Outbox
  readonly counter: Counter
  readonly draft: BookingDraft
  readonly change: ChangeDraft
}) {
  const [said, setSaid] = useState<string>()
  const opened = useRef(new Set<string>())
  const offered = useRef<string>(undefined)

  async function reopen({ action, kept }: Waiting, fail: (error: unknown) => void): Promise<void> {
    if (opened.current.has(action.id)) return
    opened.current.add(action.id)
    let isKept: Promise<void>
    try {
      isKept = change(await reopened(kept, { ...counter, mayHaveArrived: action.refusal === TOO_OLD }))
    } catch (error) {
      opened.current.delete(action.id)
      return fail(error)
    }
    setSaid(action.refusal)
    counter.onOutdated('fleet')
    counter.onOutdated('booked-dates')
    // Until the form has it on the device, the outbox does.
    await isKept
    await outbox.drop(action.id)
  }
  const latest = useRef(reopen)
  useEffect(() => {
    latest.current = reopen
  })
  const refused = waiting.find(({ action, isOver }) => action.state === 'refused' && !isOver)
  const canComeBack = isEmpty(draft) ? refused : undefined
  useEffect(() => {
    // By itself once; what is said of it stands in the list.
    if (canComeBack === undefined || offered.current === canComeBack.action.id) return
    offered.current = canComeBack.action.id
    void latest.current(canComeBack, () => undefined)
  }, [canComeBack])

  /** Changes the form; what was said of it goes when a person mends it. */
  const edit: ChangeDraft = (part) => {
    if (Object.keys(part).some((name): name is Field => isField(name))) setSaid(undefined)
    return change(part)
  }
  return { said, reopen: (one: Waiting) => void reopen(one, sayWhy), edit }
}

const sayWhy = (error: unknown) =>
  failureToast(texts.notReopened, error instanceof CannotBeSent ? error.message : 'Please try again.')
