import { Workbox } from 'workbox-window'
import { createTakeOver } from './update/take-over.ts'

/** How often a tab that stays open asks for a newer version, in milliseconds. */
const ASK_EVERY = 30 * 60_000

/**
 * Registers the service worker of the built app. A newer version waits until no tab would lose anything by it, then it
 * takes over all of them at once, whichever tab let it, and each loads it.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const workbox = new Workbox('/sw.js', { scope: '/' })
  const { whenCalm, reloadWhenCalm } = createTakeOver()
  workbox.addEventListener('waiting', () => whenCalm(() => workbox.messageSkipWaiting()))
  // The first version that a tab gets to know serves it from its next load on; only a later one takes over.
  navigator.serviceWorker.addEventListener('controllerchange', reloadWhenCalm)
  const ask = () => {
    if (document.visibilityState === 'visible') void workbox.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  setInterval(ask, ASK_EVERY)
  void workbox.register().catch(() => undefined)
}
