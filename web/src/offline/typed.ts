import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import * as z from 'zod/mini'
import { keptForMember } from './query-copy.ts'

/**
 * What was typed into a form and not saved yet, by what it is about. It is no answer of the server's, but lives in the
 * member's copy with those: so it survives a closed dialog, a reload and an update, and is gone with the copy when the member
 * signs out.
 */
const typedInto = (form: string) =>
  queryOptions<Readonly<Record<string, unknown>>>({
    queryKey: ['admin', 'typed', form],
    queryFn: skipToken,
    enabled: false,
    ...keptForMember,
    meta: { ...keptForMember.meta, isTyped: true },
  })

/**
 * The draft of one thing in a form, and how to keep another; `keep(undefined)` forgets it.
 * @param schema what was typed into another version of the form, and does not fit it, is no draft
 */
export function useTyped<Draft>(form: string, id: string, schema: z.ZodMiniType<Draft>) {
  const queries = useQueryClient()
  const all = useQuery(typedInto(form)).data
  // Queries tell of a change a moment later: a field that shows it so late puts the caret at its end.
  const [, showNow] = useReducer((times: number) => times + 1, 0)
  const keep = (draft: Draft | undefined): void => {
    queries.setQueryData(typedInto(form).queryKey, (before = {}) => {
      const others = Object.fromEntries(Object.entries(before).filter(([other]) => other !== id))
      return draft === undefined ? others : { ...others, [id]: draft }
    })
    showNow()
  }
  return { draft: z.safeParse(schema, all?.[id]).data, keep }
}
