import type { Slug } from '../ids.ts'

/** The slug is an address of the platform itself. */
export interface SlugReserved {
  readonly code: 'slug-reserved'
  readonly slug: Slug
}

/**
 * First parts of addresses that are the app's or a server's (specification section 2): a business of this name could not be
 * reached. `forecourt-files` is the bucket, which browsers send their uploads to.
 */
const RESERVED: ReadonlySet<string> = new Set([
  'admin',
  'customer',
  'api',
  'objects',
  'assets',
  'dev',
  'forecourt-files',
  'healthz',
  'readyz',
])

/** Whether no business can have the slug. */
export const isReserved = (slug: Slug): boolean => RESERVED.has(slug)
