/**
 * Whether the desk is shown less than it has done. Rows follow the log a moment later: the server waits for them, and says with
 * its answer when they have not come (`X-Stale`). It is told with each question up to where this tab has written, until an
 * answer holds all that: the cookie that says the same is over after a minute.
 */
let owed: string | undefined
/** When that was written, an instant in milliseconds. */
let owedAt = 0
/**
 * For how long it is owed, in milliseconds: in a log that was restored from a back-up no rows may ever come so far. Rows that
 * stand still for longer than four hours are an outage that people know of.
 */
const OWED_FOR = 4 * 3_600_000
/** Since when something is owed, or an old answer was given: up to then the screens are true. An instant in milliseconds. */
let since = 0
let isBehind = false
const listeners = new Set<() => void>()

/**
 * The log was written up to this position; null when it was not. What is sent again with its key is answered with where it stood
 * the first time: that takes nothing back of what was written since.
 * @param at when that was, an instant in milliseconds
 */
export function noteWritten(position: string | null, at = Date.now()): void {
  if (position === null || BigInt(position) <= BigInt(owed ?? -1)) return
  owedAt = at
  if (owed === undefined && !isBehind) since = at
  owed = position
  tellAll()
}

function tellAll(): void {
  for (const tell of listeners) tell()
}

/** The position that answers are to hold; undefined when they do, or when it was owed for too long. */
export function owedPosition(): string | undefined {
  if (Date.now() - owedAt > OWED_FOR) owed = undefined
  return owed
}

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
  tellAll()
}

/** Since when the screens are behind, an instant in milliseconds; undefined while they are not. */
export const behindSince = (): number | undefined => (isBehind ? since : undefined)

/** Is told of what was written, when answers are old, and when one holds everything again. Returns how to stop that. */
export function onBehind(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
