import { isUnsaved, onUnsaved } from '../unsaved.ts'

/**
 * What the tabs of this browser know of each other when a newer version waits. A new service worker serves them all and
 * drops the files of the old version, so that none of them may have anything to lose. Each says so by holding a lock, which
 * a tab that ends lets go by itself; the outbox is sent under one (`outbox.ts`).
 */
const UNSAVED = 'forecourt-unsaved'
const SENDING = /^forecourt-outbox\b/

/** From now on other tabs see whether this one has something to lose. */
export function showUnsaved(): void {
  let letGo: (() => void) | undefined
  const show = () => {
    if (isUnsaved() && letGo === undefined) {
      const untilSaved = new Promise<void>((resolve) => {
        letGo = resolve
      })
      void navigator.locks.request(UNSAVED, { mode: 'shared' }, () => untilSaved)
    } else if (!isUnsaved()) {
      letGo?.()
      letGo = undefined
    }
  }
  onUnsaved(show)
  show()
}

/** Whether any tab has something to lose, or is sending. */
export async function askTabs(): Promise<{ readonly isUnsaved: boolean; readonly isSending: boolean }> {
  const { held = [] } = await navigator.locks.query()
  const names = held.map(({ name = '' }) => name)
  return {
    isUnsaved: isUnsaved() || names.includes(UNSAVED),
    isSending: names.some((name) => SENDING.test(name)),
  }
}
