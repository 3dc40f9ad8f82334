/** When the server was last heard on the stream of changes, an instant in milliseconds; undefined while nobody listens. */
let heardAt: number | undefined
/** Since when the server is asked for its word, an instant in milliseconds; undefined while it is not. */
let askedAt: number | undefined
const listeners = new Set<() => void>()

/** A server says something every 15 seconds: one of which three words are missing does not answer, in milliseconds. */
const WORDLESS = 45_000

/** The server has just said something, and be it that nothing has changed; or undefined: what it said counts no more. */
export function noteHeard(at: number | undefined): void {
  heardAt = at
  tellAll()
}

/** Somebody begins to listen, or there is a network again; or undefined: nobody listens any more. */
export function noteAsked(at: number | undefined): void {
  askedAt = at
  tellAll()
}

function tellAll(): void {
  for (const tell of listeners) tell()
}

/** Up to this instant everything that has changed was told; undefined when nobody knows. */
export const lastHeard = (): number | undefined => heardAt

/** Whether the server's word is there: `missing` when it was asked for long ago, `awaited` when it was just asked for. */
export type Word = 'heard' | 'awaited' | 'missing'

/**
 * @param now an instant in milliseconds
 * @param answeredAt its last word that came by another way than the stream
 */
export function wordAt(now: number, answeredAt: number | undefined): Word {
  const isRecent = (at: number | undefined) => at !== undefined && now - at < WORDLESS
  if (askedAt === undefined || isRecent(heardAt) || isRecent(answeredAt)) return 'heard'
  return isRecent(askedAt) ? 'awaited' : 'missing'
}

/** Is told of each word, and of who listens. Returns how to stop that. */
export function onHeard(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
