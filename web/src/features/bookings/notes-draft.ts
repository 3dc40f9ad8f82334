import * as z from 'zod/mini'
import { useOutbox, usePending, useUnsent } from '../../offline/outbox/outbox-context.tsx'
import { useTyped } from '../../offline/typed.ts'
import { Notes, saveNotes } from './actions.ts'

/** Admin notes that somebody has begun and not saved; `from` are the saved notes that they were begun on. */
const NotesDraft = z.object({ text: z.string(), from: z.string() })
type NotesDraft = Readonly<z.infer<typeof NotesDraft>>

/**
 * What somebody has written about a booking and the server has not taken: what was left unsaved, or what was refused when it
 * was sent. `keep` keeps a text while it is written; `forget` drops both.
 */
export function useNotesDraft(id: string) {
  const { drop } = useOutbox()
  const typed = useTyped('notes', id, NotesDraft)
  const unsent = useUnsent()
  const own = usePending().flatMap(({ id: action, name, args, state }) => {
    const notes = name === saveNotes.name ? z.safeParse(Notes, args).data : undefined
    if (notes?.id !== id) return []
    return [{ action, state, text: notes.adminNotes, from: notes.notesFrom ?? '' }]
  })
  const refused = own.filter(({ state }) => state === 'refused')

  const draft: NotesDraft | undefined = typed.draft ?? refused.at(-1)
  return {
    draft,
    /** Saved notes wait. */
    isWaiting: own.some(({ action }) => unsent.some(({ id: waiting }) => waiting === action)),
    keep: typed.keep,
    forget: async () => {
      void typed.keep(undefined)
      for (const { action } of refused) await drop(action)
    },
  }
}
