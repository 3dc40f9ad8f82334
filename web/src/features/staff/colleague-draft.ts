import * as z from 'zod/mini'
import { useTyped } from '../../offline/typed.ts'
import { NewColleague, nobody } from './model.ts'

const Kept = z.object({
  typed: NewColleague,
  /** The last sending: sent again unchanged it carries the same key, so that it adds one account. */
  attempt: z.optional(z.object({ body: z.string(), key: z.string() })),
})

/** Somebody who is half added: kept until the server has them or they are dropped, also when the session ends meanwhile. */
export function useColleagueDraft() {
  const { draft, keep } = useTyped('colleague', 'new', Kept)
  const typed = draft?.typed ?? nobody
  return {
    typed,
    edit: (next: NewColleague) => {
      const isEmptied = Object.values(next).every((text) => text === '')
      void keep(isEmptied ? undefined : { ...draft, typed: next })
    },
    /**
     * The key of a sending, on the device before anything leaves it: whatever happens to the page from then on, it is asked
     * with this key again.
     */
    keyFor: async (body: string): Promise<string> => {
      const attempt = draft?.attempt?.body === body ? draft.attempt : { body, key: crypto.randomUUID() }
      await keep({ typed, attempt })
      return attempt.key
    },
    forget: () => keep(undefined),
  }
}
