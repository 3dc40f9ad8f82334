import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useOutbox, usePending } from '../../offline/outbox/outbox-context.tsx'
import { keptForMember } from '../../offline/query-copy.ts'
import { Notes, saveNotes } from './actions.ts'

/** Admin notes that somebody has begun and not saved. */
export interface NotesDraft {
  readonly text: string
  /** The saved notes that it was begun on. */
  readonly from: string
}

/**
 * The drafts of all bookings, by the booking's id. They are no answer of the server's, but live in the member's copy with
 * those: so they survive a closed dialog and a reload, and are gone with the copy when the member signs out.
 */
const drafts = () =>
  queryOptions<Readonly<Record<string, NotesDraft>>>({
    queryKey: ['admin', 'notes-drafts'],
    queryFn: skipToken,
    enabled: false,
    ...keptForMember,
  })

/**
 * What somebody has written about a booking and the server has not taken: what was left unsaved, or what was refused when it
 * was sent. `keep` keeps a text while it is written; `forget` drops both.
 */
export function useNotesDraft(id: string) {
  const queries = useQueryClient()
  const { drop } = useOutbox()
  const all = useQuery(drafts()).data
  const refused = usePending().flatMap((action) => {
    const args = z.safeParse(Notes, action.args).data
    const isRefused = action.name === saveNotes.name && action.state === 'refused' && args?.id === id
    return isRefused ? [{ action: action.id, text: args.adminNotes, from: args.notesFrom ?? '' }] : []
  })

  const change = (draft: NotesDraft | undefined) =>
    queries.setQueryData(drafts().queryKey, (before = {}) => {
      const others = Object.fromEntries(Object.entries(before).filter(([booking]) => booking !== id))
      return draft === undefined ? others : { ...others, [id]: draft }
    })
  const draft: NotesDraft | undefined = all?.[id] ?? refused.at(-1)
  return {
    draft,
    keep: change,
    forget: async () => {
      change(undefined)
      for (const { action } of refused) await drop(action)
    },
  }
}

/** Whether two notes say the same: the server trims them and composes their letters. */
export const saySame = (one: string, other: string) => one.trim().normalize() === other.trim().normalize()
