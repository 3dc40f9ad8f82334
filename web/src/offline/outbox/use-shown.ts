import { type DataTag, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { TypedBeside } from '../typed.ts'
import { isSessionOf } from '../whose-session.ts'
import { effectOn, settle } from './action.ts'
import { noteAccepted } from './unseen.ts'

/**
 * How that is shown which the server has accepted without the outbox: at once, however old the rows are that it answers with, and
 * all that it may have changed is asked anew. `show` resolves when that was answered. It is shown to the member who has done it,
 * and to nobody who is at the desk after them.
 */
export function useShown() {
  const queries = useQueryClient()
  const copy = useContext(TypedBeside)
  return async function show<Data>(
    query: { readonly queryKey: DataTag<QueryKey, Data, Error> },
    fold: (data: Data) => Data,
  ): Promise<void> {
    if (copy === undefined || !isSessionOf(queries, copy)) return
    const effect = effectOn(query, fold)
    const effects = [{ queryKey: effect.queryKey, fold: (data: unknown) => effect.fold(data, undefined) }]
    noteAccepted({ effects })
    await settle(queries, { effects, refreshes: [['admin']] })
  }
}
