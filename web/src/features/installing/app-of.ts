/**
 * Home of the app that an address belongs to, which is its scope too: `/{slug}/portal` or `/{slug}/admin`. Undefined
 * for pages of no app.
 */
export const appOf = (pathname: string): string | undefined => /^\/[^/]+\/(?:portal|admin)(?=\/|$)/.exec(pathname)?.[0]

/** Whether an address is a renter's own page, `/{slug}/booking/{token}`. */
export const isRenters = (pathname: string): boolean => /^\/[^/]+\/booking\/[^/]+\/?$/.test(pathname)
