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

/**
 * What the browser decides without the worker (static routing of the Service Workers standard). The app's files are named by
 * their content: one that is on the device is the right one, any other is asked for.
 */
export const WITHOUT_THE_WORKER = [
  { condition: { urlPattern: { pathname: '/assets/*' } }, source: 'cache' },
  { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
]
