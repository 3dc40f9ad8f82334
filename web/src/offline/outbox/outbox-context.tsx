import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { hashKey, onlineManager, type QueryKey, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { SESSION_KEY } from '../../lib/session-key.ts'
import { Loading } from '../../ui/loading.tsx'
import { dropUndo, showAfterUndo, undoToast, withdrawUndo } from '../../ui/undo-toast.ts'
import { rememberedMember } from '../remembered-member.ts'
import { useOnline } from '../use-online.ts'
import { type AnyAction, settle } from './action.ts'
import { type Outbox, openOutbox } from './outbox.ts'
import { type Actions, unsent } from './queue.ts'
import { keepAccepted, noteAccepted } from './unseen.ts'

const OutboxContext = createContext<Outbox | undefined>(undefined)

/** Opens the outbox of the signed-in member for everything below it. */
export function OutboxProvider({
  user,
  registry,
  children,
}: {
  readonly user: CurrentUser
  readonly registry: readonly AnyAction[]
  readonly children: ReactNode
}) {
  const queries = useQueryClient()
  const [outbox, setOutbox] = useState<Outbox>()
  const { id: userId, businessId } = user

  useEffect(() => {
    let isOver = false
    const forgetAccepted = keepAccepted(queries)
    const opened = openOutbox({
      userId,
      businessId,
      registry,
      isTheirSession: async () => ((await rememberedMember())?.id ?? userId) === userId,
      onNotTheirs: () => void queries.invalidateQueries({ queryKey: SESSION_KEY }),
      onTaken: withdrawUndo,
      onAccepted: async (bound, isLast) => {
        const { done, takeBack, subject } = bound
        if (done !== undefined && (takeBack === undefined || !isLast)) {
          showAfterUndo({ title: done, variant: 'default', ...(isLast ? { subject } : {}) })
        } else if (done !== undefined && takeBack !== undefined) {
          undoToast(done, () => void opened.then(({ perform }) => takeBack(perform)), subject, showAfterUndo)
        }
        noteAccepted(bound)
        await settle(queries, bound)
      },
      // An Undo that is shown is of what was done last about it.
      onRefused: ({ failed, subject }, reason, isLast) =>
        showAfterUndo({
          title: failed,
          description: reason,
          variant: 'destructive',
          ...(isLast ? { subject } : {}),
        }),
    })
    // The screen comes with it: made in pieces.
    void opened.then((ready) => (isOver ? undefined : startTransition(() => setOutbox(ready))))
    return () => {
      isOver = true
      forgetAccepted()
      dropUndo()
      void opened.then((ready) => ready.close())
    }
  }, [userId, businessId, registry, queries])

  if (outbox === undefined) return <Loading />
  return <OutboxContext value={outbox}>{children}</OutboxContext>
}

/** The outbox: `perform` an action, `undo` it, see what waits. */
export function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext)
  if (outbox === undefined) throw new Error('There is no outbox here: an OutboxProvider is missing above')
  return outbox
}

/** What waits in the outbox, oldest first. */
export function usePending(): Actions {
  const { subscribe, actions } = useOutbox()
  return useSyncExternalStore(subscribe, actions)
}

/** Since when there is a network; the page may have begun with what an earlier one has left. */
let onlineSince = Date.now()
onlineManager.subscribe((isOnline) => {
  if (isOnline) onlineSince = Date.now()
})

/** Of what waits in the outbox, what is marked as not sent yet where it is shown. */
export function useUnsent(): Actions {
  const pending = usePending()
  const isOnline = useOnline()
  return useMemo(() => unsent(pending, isOnline ? onlineSince : undefined), [pending, isOnline])
}

/** Whether what waits survives this tab. */
export function useKeeps(): boolean {
  const { subscribe, keeps } = useOutbox()
  return useSyncExternalStore(subscribe, keeps)
}

/**
 * What a query has answered, as it will be when everything that waits in the outbox is done: the state that people work
 * on. An action that was refused has no effect any more.
 */
export function useWithPending<Data>(queryKey: QueryKey, data: Data): Data {
  const { meaning } = useOutbox()
  const pending = usePending()
  const key = hashKey(queryKey)
  return useMemo(() => {
    let folded: unknown = data
    if (folded === undefined) return data
    for (const action of pending) {
      if (action.state === 'refused') continue
      for (const effect of meaning(action)?.effects ?? []) {
        if (hashKey(effect.queryKey) === key) folded = effect.fold(folded)
      }
    }
    // An effect gives what it was given: `effectOn` ties it to the query.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return folded as Data
  }, [key, data, pending, meaning])
}
