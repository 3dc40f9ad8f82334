import { isUnsaved, onUnsaved } from '../unsaved.ts'

/**
 * What the tabs of this browser know of each other when a newer version waits. A new service worker serves them all and
 * drops the files of the old version, so that none of them may have anything to lose, and nobody be in the middle of
 * anything in one. Each says so by holding a lock, which a tab that ends lets go by itself; the outbox is sent under one
 * (`outbox.ts`).
 */
const UNSAVED = 'forecourt-unsaved'
const IN_USE = 'forecourt-in-use'
const SENDING = /^forecourt-outbox\b/

/** Gives how to show the other tabs that something is so in this one, or no longer. */
function shown(name: string): (isSo: boolean) => void {
  let letGo: (() => void) | undefined
  return (isSo) => {
    if (isSo && letGo === undefined) {
      const untilOver = new Promise<void>((resolve) => {
        letGo = resolve
      })
      void navigator.locks.request(name, { mode: 'shared' }, () => untilOver)
    } else if (!isSo) {
      letGo?.()
      letGo = undefined
    }
  }
}

/** From now on other tabs see whether this one has something to lose. */
export function showUnsaved(): void {
  const show = shown(UNSAVED)
  onUnsaved(() => show(isUnsaved()))
  show(isUnsaved())
}

/** Shows other tabs whether somebody is in the middle of something in this one. */
export const showInUse = shown(IN_USE)

/** Whether any tab has something to lose, or is sending, or is one that somebody is in the middle of something in. */
export async function askTabs(): Promise<{
  readonly isUnsaved: boolean
  readonly isSending: boolean
  readonly isInUse: boolean
}> {
  const { held = [] } = await navigator.locks.query()
  const names = held.map(({ name = '' }) => name)
  return {
    isUnsaved: isUnsaved() || names.includes(UNSAVED),
    isSending: names.some((name) => SENDING.test(name)),
    isInUse: names.includes(IN_USE),
  }
}
