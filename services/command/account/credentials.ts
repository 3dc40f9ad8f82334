import { BusinessId, UserId } from '@forecourt/domain/ids.ts'
import type pg from 'pg'
import { z } from 'zod'

/** How somebody proves who they are: `public.credentials`. Hashes never enter the log (ARCHITECTURE section 4). */
export interface Credentials {
  readonly userId: UserId
  readonly businessId: BusinessId
  readonly passwordHash: string
}

const Row = z.object({ user_id: UserId, business_id: BusinessId, password_hash: z.string() })

/** @param loginHmac keyed hash of the e-mail address */
export async function findCredentials(pool: pg.Pool, loginHmac: string): Promise<Credentials | undefined> {
  const { rows } = await pool.query<Record<string, unknown>>({
    name: 'find-credentials',
    text: 'select user_id, business_id, password_hash from public.credentials where login_hmac = $1',
    values: [loginHmac],
  })
  if (rows[0] === undefined) return undefined
  const { user_id: userId, business_id: businessId, password_hash: passwordHash } = Row.parse(rows[0])
  return { userId, businessId, passwordHash }
}

/** Stores somebody's first credentials. False when they, or their address, have some already. */
export async function addCredentials(
  pool: pg.Pool,
  { userId, businessId, passwordHash }: Credentials,
  loginHmac: string,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into public.credentials (user_id, login_hmac, business_id, password_hash, changed_at)
     values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [userId, loginHmac, businessId, passwordHash, at],
  )
  return rowCount === 1
}

/**
 * Stores a new hash and ends the user's sessions, in one transaction: whoever knew the old password is out at once. The
 * hash comes first: the statement that ends the sessions must see those that were begun before the hash was locked (each
 * statement takes its own snapshot), and none can begin with the old hash after that (`beginSession`).
 * False when the user has no credentials.
 */
export async function changeCredentials(
  pool: pg.Pool,
  userId: UserId,
  passwordHash: string,
  at: Date,
): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rowCount } = await client.query(
      'update public.credentials set password_hash = $2, changed_at = $3 where user_id = $1',
      [userId, passwordHash, at],
    )
    await client.query(`delete from public.sessions where sess -> 'member' ->> 'userId' = $1`, [userId])
    await client.query('commit')
    client.release()
    return rowCount === 1
  } catch (error) {
    // Ending the connection ends its transaction, also when the server no longer answers.
    client.release(true)
    throw error
  }
}
