import { markUnsaved } from '../unsaved.ts'

/**
 * What waits in a tab's memory alone is gone with the page: the browser asks before it is closed, and no newer version of the
 * app loads it anew. Gives how to say that something may have changed.
 * @param name of the outbox
 * @param wouldLose whether something waits in this tab alone
 * @param ended aborted when the outbox closes
 */
export function lostWithTab(name: string, wouldLose: () => boolean, ended: AbortSignal): () => void {
  window.addEventListener('beforeunload', (event) => wouldLose() && event.preventDefault(), { signal: ended })
  return () => markUnsaved(name, !ended.aborted && wouldLose())
}
