import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useReducer } from 'react'
import * as z from 'zod/mini'
import { keptForMember } from './query-copy.ts'
import { keepTyped, type OnDevice, readTyped, type Typed } from './typed-store.ts'
import { isSessionOf } from './whose-session.ts'

type Drafts = Readonly<Record<string, unknown>>

/** Where all drafts stand, by form. */
const TYPED = ['admin', 'typed']

/**
 * What was typed into a form and not saved yet, by what it is about. It is no answer of the server's, but the member's all the
 * same: it survives a closed dialog, a reload and an update, and is gone when they sign out.
 */
const typedInto = (form: string) =>
  queryOptions<Drafts>({
    queryKey: [...TYPED, form],
    queryFn: skipToken,
    enabled: false,
    ...keptForMember,
    meta: { ...keptForMember.meta, isTyped: true },
  })

/** The key of the copy that belongs to the member at the desk: what they type is kept beside it. */
export const TypedBeside = createContext<string | undefined>(undefined)

/**
 * Brings back what the member has typed. What this tab knows of goes before what the device has, unless it had been there and
 * another tab took it away; it is not written down again: at each change it was, where the device takes anything.
 * @param copy the key of the member's copy
 * @param before what the version before kept in the copy: the device is to have it from now on
 */
export function bringBackTyped(queries: QueryClient, copy: string, { typed, gone }: OnDevice, before: Typed): void {
  for (const { form, id } of gone()) show(queries, form, id, undefined)
  for (const kept of [typed, before]) {
    for (const [form, drafts] of kept) {
      change(queries, form, (here) => ({ ...drafts, ...here }))
    }
  }
  for (const [form, drafts] of before) {
    for (const [id, draft] of Object.entries(drafts)) {
      if (!Object.hasOwn(typed.get(form) ?? {}, id)) void keepTyped(copy, form, id, draft)
    }
  }
}

/** All that the member has typed: what this tab has, and what other tabs have kept. @param copy the key of the member's copy */
export async function allTyped(queries: QueryClient, copy: string): Promise<Typed> {
  const { typed } = await readTyped(copy)
  const inTab = queries.getQueriesData<Drafts>({ queryKey: TYPED })
  return new Map([
    ...typed,
    ...inTab.map(([[, , form], drafts]) => [String(form), { ...typed.get(String(form)), ...drafts }] as const),
  ])
}

/** In this tab: another draft of one thing in a form, or none any more. */
function show(queries: QueryClient, form: string, id: string, draft: unknown): void {
  change(queries, form, (before) => {
    const others = Object.fromEntries(Object.entries(before).filter(([other]) => other !== id))
    return draft === undefined ? others : { ...others, [id]: draft }
  })
}

function change(queries: QueryClient, form: string, to: (before: Drafts) => Drafts): void {
  // What nobody has opened yet is otherwise thrown away after five minutes.
  queries.getQueryCache().build(queries, queries.defaultQueryOptions(typedInto(form)))
  queries.setQueryData(typedInto(form).queryKey, (before = {}) => to(before))
}

/**
 * Keeps a draft, here and on the device; undefined forgets it. Who has signed out meanwhile leaves nothing more behind, and
 * whoever is there by then sees nothing of it: a save may return, or something be undone, that late. What is done with is
 * forgotten on the device all the same.
 * @param copy the key of the copy that belongs to the member who has typed it; without one nothing is on the device
 */
export async function keepDraft(
  queries: QueryClient,
  { copy, form, id }: { readonly copy: string | undefined; readonly form: string; readonly id: string },
  draft: unknown,
): Promise<void> {
  const isTheirs = copy === undefined || isSessionOf(queries, copy)
  if (isTheirs) show(queries, form, id, draft)
  if (copy !== undefined && (isTheirs || draft === undefined)) await keepTyped(copy, form, id, draft)
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
    const kept = keepDraft(queries, { copy, form, id }, draft)
    showNow()
    await kept
  }
  return { draft: z.safeParse(schema, all?.[id]).data, keep }
}
