/** When the server was last heard on the stream of changes, an instant in milliseconds; undefined while nobody listens. */
let heardAt: number | undefined
const listeners = new Set<() => void>()

/** The server has just said something, and be it that nothing has changed; or undefined: what it said counts no more. */
export function noteHeard(at: number | undefined): void {
  heardAt = at
  for (const tell of listeners) tell()
}

/** Up to this instant everything that has changed was told; undefined when nobody knows. */
export const lastHeard = (): number | undefined => heardAt

/** Is told of each word. Returns how to stop that. */
export function onHeard(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
