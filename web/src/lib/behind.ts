/**
 * Whether the desk is shown less than it has done. Rows follow the log a moment later: the server waits for them, and says with
 * its answer when they have not come (`X-Stale`). It is told with each question up to where this tab has written, until an
 * answer holds all that: the cookie that says the same is over after a minute.
 */
let owed: string | undefined
/** Since when something is owed, or an old answer was given: up to then the screens are true. An instant in milliseconds. */
let since = 0
let isBehind = false
const listeners = new Set<() => void>()

/** The log was written up to this position; null when it was not. */
export function noteWritten(position: string | null): void {
  if (position === null) return
  if (owed === undefined && !isBehind) since = Date.now()
  owed = position
}

/** The position that answers are to hold; undefined when they do. */
export const owedPosition = (): string | undefined => owed

/**
 * An answer has come. Only what is answered from rows counts: that has a tag unless it is old.
 * @param asked the position that it was asked for
 */
export function noteAnswer(headers: Headers, asked: string | undefined): void {
  if (headers.has('X-Stale')) {
    if (!isBehind && owed === undefined) since = Date.now()
    isBehind = true
  } else if (asked === owed && headers.has('ETag')) {
    isBehind = false
    owed = undefined
  } else return
  for (const tell of listeners) tell()
}

/** Since when the screens are behind, an instant in milliseconds; undefined while they are not. */
export const behindSince = (): number | undefined => (isBehind ? since : undefined)

/** Is told when answers are old, and when one holds everything again. Returns how to stop that. */
export function onBehind(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
