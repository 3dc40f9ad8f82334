/// <reference lib="webworker" />
import { ExpirationPlugin } from 'workbox-expiration'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { SYNC_TAG, WAKE } from '../offline/outbox/background-sync.ts'
import { NOT_A_SCREEN, OWN_PAGES, WITHOUT_THE_WORKER } from './screens.ts'
import { SIGNED_OUT } from './words.ts'

// oxlint-disable-next-line no-underscore-dangle -- the name that Workbox looks for
declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] }

/**
 * Keeps the app itself on the device. What the API answers is never kept here: the app does that, per user and business,
 * and licences are kept nowhere.
 */
// What is at `/` is the landing page with its markup.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: 'landing.html' })
cleanupOutdatedCaches()

// No route for `/api/`: it goes to the network past this worker. A stream of changes that the worker handed on would count as
// its work, and the next version would wait for minutes to take over from it.
// A vehicle's picture or a logo never changes under its address; one is kept for 30 days, 60 at most.
const PHOTOS = 'vehicle-photos'
const photosEnd = new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * 24 * 60 * 60, purgeOnQuotaError: true })
registerRoute(
  ({ url }) => url.origin === self.location.origin && /^\/objects\/(?:vehicles|logos)\//.test(url.pathname),
  new CacheFirst({ cacheName: PHOTOS, plugins: [photosEnd] }),
)
for (const { page, addresses } of OWN_PAGES) {
  registerRoute(new NavigationRoute(createHandlerBoundToURL(page), { allowlist: addresses }))
}
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_A_SCREEN }))

// Where the browser can, it answers for the app's files and leaves the API alone by itself: a page that starts does not wait
// for this worker file by file.
self.addEventListener('install', (event) => {
  if ('addRoutes' in event && typeof event.addRoutes === 'function') event.addRoutes(WITHOUT_THE_WORKER)
})

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (event.data === SIGNED_OUT) event.waitUntil(forgetPhotos())
})

/** A member has signed out: what their dashboard showed of the fleet goes too, also of vehicles that no portal shows. */
async function forgetPhotos(): Promise<void> {
  await photosEnd.deleteCacheAndMetadata()
  // A worker that was started anew knows of no photographs, though they are there.
  await self.caches.delete(PHOTOS)
}

// The network is back: the pages send what waits on the device (why not this worker: see background-sync.ts).
self.addEventListener('sync', (event) => {
  if (event instanceof ExtendableEvent && 'tag' in event && event.tag === SYNC_TAG) event.waitUntil(wakePages())
})

async function wakePages(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client has none, a window has
  for (const page of pages) page.postMessage(WAKE)
}
