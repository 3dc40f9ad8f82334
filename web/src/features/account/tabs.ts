/** What the tabs of one browser tell each other about the session that they share. */
export type Word = 'signed in' | 'signed out'

const CHANNEL = 'forecourt-session'

/** Tells the other tabs of this browser what has just happened to the session that they share. */
export function tellTabs(word: Word): void {
  const tabs = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, a window has
  tabs.postMessage(word)
  tabs.close()
}

/** Calls back with what another tab says; returns how to stop that. */
export function hearTabs(hear: (word: Word) => void): () => void {
  const tabs = new BroadcastChannel(CHANNEL)
  tabs.addEventListener('message', ({ data }) => hear(data))
  return () => tabs.close()
}
