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
import { Loading } from '../../ui/loading.tsx'
import { useOnline } from '../use-online.ts'
import type { AnyAction } from './action.ts'
import { openMembersOutbox } from './members-outbox.ts'
import type { Outbox } from './outbox-interface.ts'
import { type Actions, unsent } from './queue.ts'

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
    const { opened, end } = openMembersOutbox(queries, { id: userId, businessId }, registry)
    // The screen comes with it: made in pieces.
    void opened.then((ready) => (isOver ? undefined : startTransition(() => setOutbox(ready))))
    return () => {
      isOver = true
      end()
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
