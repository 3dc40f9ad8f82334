/**
 * A desk tells the open portals in the same browser that the business, or what it keeps free, is another one now; a portal
 * has no stream of its own. Wherever else a portal is open, it asks for itself within a minute.
 */
const CHANNEL = 'forecourt-business'

export function tellPortals(): void {
  const portals = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, a window has
  portals.postMessage('changed')
  portals.close()
}

/** Calls back when a desk in this browser says so; returns how to stop that. */
export function hearDesk(changed: () => void): () => void {
  const desk = new BroadcastChannel(CHANNEL)
  desk.addEventListener('message', changed)
  return () => desk.close()
}
