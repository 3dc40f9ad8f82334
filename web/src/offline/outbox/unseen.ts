import type { QueryClient, QueryPersister } from '@tanstack/react-query'
import { onBehind, owedPosition } from '../../lib/behind.ts'
import { type Bound, foldOn } from './action.ts'
import { keepOwed } from './owed-here.ts'

/**
 * What the server has accepted and its rows do not show yet: it stays on the screen, laid over whatever is answered until then,
 * and is forgotten with the first answer that holds it.
 */
let unseen: Bound['effects'] = []
onBehind(() => {
  if (owedPosition() === undefined) unseen = []
})

/** The server has accepted that; nothing is kept of it when its rows have been seen since. */
export function noteAccepted({ effects }: Pick<Bound, 'effects'>): void {
  if (owedPosition() !== undefined) unseen = [...unseen, ...effects]
}

/** From now on what was accepted is laid over answers. Returns how to stop that, which forgets it: they have signed out. */
export function keepAccepted(queries: QueryClient): () => void {
  const defaults = queries.getDefaultOptions()
  queries.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, persister: overAnswers } })
  const forgetOwed = keepOwed()
  return () => {
    unseen = []
    forgetOwed()
    queries.setDefaultOptions(defaults)
  }
}

/**
 * Asks, and lays what was accepted over the answer, whatever the query makes of it: pages, or one list of several answers.
 * Nothing is left of it once an answer has held it.
 */
const overAnswers: QueryPersister = async (ask, context, query) => {
  const answer = await ask(context)
  return unseen.reduce((rows: unknown, { queryKey, fold }) => {
    const isAbout = queryKey.every((part, place) => part === query.queryKey[place])
    return isAbout ? (foldOn(query, queryKey, fold)?.(rows) ?? rows) : rows
  }, answer)
}
