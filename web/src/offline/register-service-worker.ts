import { Workbox } from 'workbox-window'
import { whenNothingIsUnsaved } from './unsaved.ts'

/** How often a tab that stays open asks for a newer version, in milliseconds. */
const ASK_EVERY = 30 * 60_000

/**
 * Registers the service worker of the built app. A newer version waits until no form of this tab would be lost, then it
 * takes over and the tab loads it.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const workbox = new Workbox('/sw.js', { scope: '/' })
  let reload = false
  const takeOver = () => {
    reload = true
    workbox.messageSkipWaiting()
  }
  workbox.addEventListener('waiting', () => whenNothingIsUnsaved(takeOver))
  workbox.addEventListener('controlling', () => {
    if (reload) window.location.reload()
  })
  const ask = () => {
    if (document.visibilityState === 'visible') void workbox.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  setInterval(ask, ASK_EVERY)
  void workbox.register().catch(() => undefined)
}
