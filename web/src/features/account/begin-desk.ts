import type { QueryClient } from '@tanstack/react-query'
import { currentUser } from './api.ts'

/** Nobody looks at an empty page for longer than so many milliseconds. */
const PATIENCE = 1_000

/**
 * Asks who is signed in, and resolves when that is known: the answer is mostly there before the dashboard's code, and a
 * spinner in between would only cost time.
 */
export async function beginDesk(queries: QueryClient): Promise<void> {
  await Promise.race([queries.prefetchQuery(currentUser()), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}
