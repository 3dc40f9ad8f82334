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
  const takeOver = () => workbox.messageSkipWaiting()
  workbox.addEventListener('waiting', () => whenCalm(takeOver))
  // The first version that a tab gets to know serves it from its next load on; only a later one takes over.
  navigator.serviceWorker.addEventListener('controllerchange', reloadWhenCalm)
  const ask = async () => {
    if (document.visibilityState !== 'visible') return
    await workbox.update().catch(() => undefined)
    // Workbox tells of the first newer version alone. A tab that never hears of the next would keep it from all others.
    const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
    if (registration?.waiting != null) whenCalm(takeOver)
  }
  document.addEventListener('visibilitychange', () => void ask())
  setInterval(() => void ask(), ASK_EVERY)
  void workbox.register().catch(() => undefined)
}
