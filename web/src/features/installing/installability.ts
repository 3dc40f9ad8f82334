import { useSyncExternalStore } from 'react'

/** Chromium's offer to install the app of the screen, kept until somebody wants it. */
interface InstallPromptEvent extends Event {
  readonly prompt: () => Promise<unknown>
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent
  }
  interface Navigator {
    /** Only browsers of iOS have it: whether the page runs from the home screen. */
    readonly standalone?: boolean
  }
}

/**
 * How the app of this screen can be installed: by the browser's own dialog, by hand in the share menu of iOS, or not at
 * all, which is also so where it runs installed.
 */
export type Way = 'dialog' | 'share' | 'none'

let offer: InstallPromptEvent | undefined
const listeners = new Set<() => void>()

function setOffer(next: InstallPromptEvent | undefined): void {
  offer = next
  for (const changed of listeners) changed()
}

/** Keeps the browser's offer for later: nobody is asked before they have seen what the app is good for. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event)
  })
  window.addEventListener('appinstalled', () => setOffer(undefined))
}

function wayNow(): Way {
  if (offer !== undefined) return 'dialog'
  return navigator.standalone === false ? 'share' : 'none'
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** How this app can be installed at present. */
export const useWayToInstall = (): Way => useSyncExternalStore(subscribe, wayNow)

/** Opens the browser's dialog. An offer serves once, whatever is answered. */
export async function install(): Promise<void> {
  const taken = offer
  setOffer(undefined)
  await taken?.prompt()
}
