import type { BusinessId, UserId } from '@forecourt/domain/ids.ts'
import type pg from 'pg'

/**
 * Ends all sessions of a user or of everybody in a business: when they are deactivated or a password changes (SECURITY
 * rule 13). Returns how many there were.
 */
export async function dropSessions(
  pool: pg.Pool,
  whose: { readonly userId: UserId } | { readonly businessId: BusinessId },
): Promise<number> {
  const [text, id] =
    'userId' in whose
      ? [`delete from public.sessions where sess -> 'member' ->> 'userId' = $1`, whose.userId]
      : [`delete from public.sessions where sess -> 'member' ->> 'businessId' = $1`, whose.businessId]
  const { rowCount } = await pool.query(text, [id])
  return rowCount ?? 0
}
