import type { CurrentUser } from '@forecourt/contracts/account.ts'
import type { QueryClient } from '@tanstack/react-query'
import { SESSION_KEY } from '../lib/session-key.ts'
import { memberKey } from './query-copy.ts'

/**
 * Whether this tab still shows the desk of the member whose copy it is. What was begun for them may end after they have
 * signed out, here or in another tab, and somebody else be there by then.
 * @param copy the key of the member's copy
 */
export function isSessionOf(queries: QueryClient, copy: string): boolean {
  const member = queries.getQueryData<CurrentUser | null>(SESSION_KEY)
  return member != null && memberKey(member.id, member.businessId) === copy
}
