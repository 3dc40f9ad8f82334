import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useReducer } from 'react'
import * as z from 'zod/mini'
import { keptForMember } from './query-copy.ts'
import { keepTyped, type Typed } from './typed-store.ts'

type Drafts = Readonly<Record<string, unknown>>

const FORMS = ['admin', 'typed']

/**
 * What was typed into a form and not saved yet, by what it is about. It is no answer of the server's, but the member's all the
 * same: it survives a closed dialog, a reload and an update, and is gone when they sign out.
 */
const typedInto = (form: string) =>
  queryOptions<Drafts>({
    queryKey: [...FORMS, form],
    queryFn: skipToken,
    enabled: false,
    ...keptForMember,
    meta: { ...keptForMember.meta, isTyped: true },
  })

/** The key of the copy that belongs to the member at the desk: what they type is kept beside it. */
export const TypedBeside = createContext<string | undefined>(undefined)

/**
 * Brings back what the member has typed. What this tab knows of goes before what the device has, and is written down there if
 * it is missing: the version before kept it in the copy.
 * @param copy the key of the member's copy
 */
export function bringBackTyped(queries: QueryClient, copy: string, kept: Typed): void {
  for (const [[, , form], drafts = {}] of queries.getQueriesData<Drafts>({ queryKey: FORMS })) {
    const onDevice = kept.get(String(form)) ?? {}
    for (const [id, draft] of Object.entries(drafts)) {
      if (!Object.hasOwn(onDevice, id)) void keepTyped(copy, String(form), id, draft)
    }
  }
  for (const [form, drafts] of kept) {
    queries.setQueryData(typedInto(form).queryKey, (here) => ({ ...drafts, ...here }))
  }
}

/**
 * The draft of one thing in a form, and how to keep another; `keep(undefined)` forgets it. What `keep` gives resolves when the
 * device has it, if the device keeps anything, and never rejects.
 * @param schema what was typed into another version of the form, and does not fit it, is no draft
 */
export function useTyped<Draft>(form: string, id: string, schema: z.ZodMiniType<Draft>) {
  const queries = useQueryClient()
  const copy = useContext(TypedBeside)
  const all = useQuery(typedInto(form)).data
  // Queries tell of a change a moment later: a field that shows it so late puts the caret at its end.
  const [, showNow] = useReducer((times: number) => times + 1, 0)
  const keep = async (draft: Draft | undefined): Promise<void> => {
    queries.setQueryData(typedInto(form).queryKey, (before = {}) => {
      const others = Object.fromEntries(Object.entries(before).filter(([other]) => other !== id))
      return draft === undefined ? others : { ...others, [id]: draft }
    })
    showNow()
    if (copy !== undefined) await keepTyped(copy, form, id, draft)
  }
  return { draft: z.safeParse(schema, all?.[id]).data, keep }
}
