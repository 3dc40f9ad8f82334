/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] }

/**
 * Keeps the app itself on the device. What the API answers is never kept here: the app does that, per user and business,
 * and licences are kept nowhere.
 */
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

/** Addresses that are not screens of the app: the API, files, the inbox of the embedded run, anything with an extension. */
const NOT_A_SCREEN = [/^\/api\//, /^\/objects\//, /^\/dev\//, /\.[a-z0-9]+$/i]

registerRoute(({ url }) => url.origin === self.location.origin && url.pathname.startsWith('/api/'), new NetworkOnly())
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_A_SCREEN }))

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
