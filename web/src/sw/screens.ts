/**
 * Addresses that are not screens of the app: the API, files, the inbox of the embedded run, anything with an extension.
 * Workbox compares them with path and query: a full stop in a query is no extension.
 */
export const NOT_A_SCREEN = [/^\/api\//, /^\/objects\//, /^\/dev\//, /^[^?]*\.[a-z0-9]+(\?|$)/i]
