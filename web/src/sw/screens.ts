/**
 * Addresses that are not screens of the app: the API, files, the inbox of the embedded run, anything with an extension.
 * Workbox compares them with path and query: a full stop in a query is no extension.
 */
export const NOT_A_SCREEN = [/^\/api\//, /^\/objects\//, /^\/dev\//, /^[^?]*\.[a-z0-9]+(\?|$)/i]

/** Screens that have a page of their own, which names their files (early-screens.ts). All others have the bare app. */
export const OWN_PAGES = [
  { page: '/portal.html', addresses: [/^\/[a-z0-9-]+\/portal(\?|$)/] },
  { page: '/desk.html', addresses: [/^\/[a-z0-9-]+\/admin(\?|$)/] },
]
