import type { QueryClient } from '@tanstack/react-query'
import { bringBack } from '../../offline/member-copy.tsx'
import { comesWithin } from '../../offline/within.ts'
import { currentUser } from './api.ts'

/** Nobody looks at an empty page for longer than so many milliseconds. */
const PATIENCE = 1_000

/**
 * Asks who is signed in and reads what the device has of theirs, and resolves when both are known: the answers are mostly
 * there before the dashboard's code, and spinners in between would only cost time.
 */
export async function beginDesk(queries: QueryClient): Promise<void> {
  await comesWithin(PATIENCE, begin(queries))
}

async function begin(queries: QueryClient): Promise<void> {
  await queries.prefetchQuery(currentUser())
  const member = queries.getQueryData(currentUser().queryKey)
  if (member != null) await bringBack(queries, member)
}
