import type { QueryClient } from '@tanstack/react-query'
import { publicKey, readAhead } from '../../offline/query-copy.ts'
import { comesWithin } from '../../offline/within.ts'
import { publicBusiness } from '../business/api.ts'
import { fleet } from './api.ts'
import { lookForWaiting } from './requests-waiting.ts'

/** Nobody looks at an empty page for longer than so many milliseconds. */
const PATIENCE = 1_000

/**
 * Asks for what the portal of an address shows, and begins to read what the device has of it. Resolves as soon as one of them
 * is there, and it is known whether a request waits here: on a first visit the answers are there before the code, and the spinner in between would only cost time.
 */
export async function beginPortal(queries: QueryClient, path: string): Promise<void> {
  const slug = /^\/([^/]+)\/portal$/.exec(path)?.[1]
  if (slug === undefined) return
  const copy = readAhead(publicKey(slug))
  const answers = Promise.all([queries.prefetchQuery(publicBusiness(slug)), queries.prefetchQuery(fleet(slug))])
  const isKept = new Promise<void>((resolve) => void copy.then((kept) => kept && resolve()))
  const isThere = Promise.all([lookForWaiting(slug), Promise.race([answers, isKept])])
  await comesWithin(PATIENCE, isThere)
}
