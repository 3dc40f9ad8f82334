/** What was typed over something that is saved, and how that was saved when it was begun. */
export interface Begun<Draft> {
  readonly typed: Draft
  readonly from: Draft
}

/**
 * What was typed on top of what is saved by now; `overtaken`: the fields that somebody else has changed too, into something
 * else.
 */
export function onTopOf<Draft extends object>(
  fields: readonly (keyof Draft)[],
  saved: Draft,
  { typed, from }: Begun<Draft>,
) {
  const mine = fields.filter((field) => typed[field] !== from[field])
  const draft: Draft = { ...saved, ...Object.fromEntries(mine.map((field) => [field, typed[field]])) }
  const overtaken = mine.filter((field) => saved[field] !== from[field] && saved[field] !== typed[field])
  // What was begun on stays so for what is overtaken, or nobody would be told the next time.
  const begunOn: Draft = { ...saved, ...Object.fromEntries(overtaken.map((field) => [field, from[field]])) }
  return { draft, overtaken, begunOn, changed: mine.filter((field) => typed[field] !== saved[field]) }
}
