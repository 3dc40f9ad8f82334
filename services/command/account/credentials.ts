import { BusinessId, UserId } from '@forecourt/domain/ids.ts'
import type pg from 'pg'
import { z } from 'zod'

/** How somebody proves who they are: `public.credentials`. Hashes never enter the log (ARCHITECTURE section 4). */
export interface Credentials {
  readonly userId: UserId
  readonly businessId: BusinessId
  /** Null for somebody who has been invited and has not chosen a password yet. */
  readonly passwordHash: string | null
}

/** The password that somebody has said, as it is stored. */
export interface Proven {
  readonly passwordHash: string
  /** When it was set, by the clock of whoever set it. */
  readonly changedAt: Date
}

/** Credentials as they are stored. */
export interface StoredCredentials extends Credentials {
  readonly loginHmac: string
  /** Counts the passwords: see infra/migrations/009-passwords.sql. */
  readonly passwordVersion: number
  /** The version up to which the log says that the password has changed. */
  readonly toldVersion: number
  /** When the password was set, by the clock of whoever set it. */
  readonly changedAt: Date
}

const Row = z.object({
  user_id: UserId,
  login_hmac: z.string(),
  business_id: BusinessId,
  password_hash: z.string().nullable(),
  password_version: z.int(),
  told_version: z.int(),
  changed_at: z.date(),
})
const COLUMNS = 'user_id, login_hmac, business_id, password_hash, password_version, told_version, changed_at'

function credentialsFrom(row: unknown): StoredCredentials {
  const { user_id, login_hmac, business_id, password_hash, password_version, told_version, changed_at } = Row.parse(row)
  return {
    userId: user_id,
    loginHmac: login_hmac,
    businessId: business_id,
    passwordHash: password_hash,
    passwordVersion: password_version,
    toldVersion: told_version,
    changedAt: changed_at,
  }
}

/** @param loginHmac keyed hash of the e-mail address */
export async function findCredentials(pool: pg.Pool, loginHmac: string): Promise<StoredCredentials | undefined> {
  const { rows } = await pool.query<Record<string, unknown>>({
    name: 'find-credentials',
    text: `select ${COLUMNS} from public.credentials where login_hmac = $1`,
    values: [loginHmac],
  })
  return rows[0] === undefined ? undefined : credentialsFrom(rows[0])
}

export async function findCredentialsOf(pool: pg.Pool, userId: UserId): Promise<StoredCredentials | undefined> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select ${COLUMNS} from public.credentials where user_id = $1`,
    [userId],
  )
  return rows[0] === undefined ? undefined : credentialsFrom(rows[0])
}

/** Those of a business who have a password: whoever was only invited cannot sign in yet. */
export async function usersWithPassword(pool: pg.Pool, businessId: BusinessId): Promise<readonly UserId[]> {
  const { rows } = await pool.query<{ user_id: string }>(
    'select user_id from public.credentials where business_id = $1 and password_hash is not null',
    [businessId],
  )
  return rows.map(({ user_id: userId }) => UserId.parse(userId))
}

/**
 * Stores the first credentials of somebody whom the log says to be of this business. Such as name another business open
 * nothing and are replaced. False when they, or their address, have some already.
 */
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
  return rowCount === 1 || (await replaceMisplaced(pool, { userId, businessId, passwordHash }, loginHmac, at))
}

/** Of two businesses that added somebody at once, the other one's may have been stored. */
async function replaceMisplaced(
  pool: pg.Pool,
  { userId, businessId, passwordHash }: Credentials,
  loginHmac: string,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update public.credentials
     set business_id = $3, password_hash = $4, changed_at = $5
     where user_id = $1 and login_hmac = $2 and business_id <> $3`,
    [userId, loginHmac, businessId, passwordHash, at],
  )
  return rowCount === 1
}

/**
 * Stores a new hash and ends the user's sessions, in one transaction: whoever knew the old password is out at once. The
 * hash comes first: the statement that ends the sessions must see those that were begun before the hash was locked (each
 * statement takes its own snapshot), and none can begin with the old hash after that (`beginSession`).
 * @param version of the password that is to be replaced: of two who replace the same one, the row lets one
 * @returns the version of the new password; undefined when the user has no credentials, or another password by now
 */
export async function changeCredentials(
  pool: pg.Pool,
  userId: UserId,
  passwordHash: string,
  at: Date,
  version: number,
): Promise<number | undefined> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rowCount } = await client.query(
      `update public.credentials
       set password_hash = $2, changed_at = $3, password_version = password_version + 1
       where user_id = $1 and password_version = $4`,
      [userId, passwordHash, at, version],
    )
    if (rowCount === 1) {
      await client.query(`delete from public.sessions where sess -> 'member' ->> 'userId' = $1`, [userId])
    }
    await client.query('commit')
    client.release()
    return rowCount === 1 ? version + 1 : undefined
  } catch (error) {
    // Ending the connection ends its transaction, also when the server no longer answers.
    client.release(true)
    throw error
  }
}

/** Links to choose a password that are on their way to somebody are of no use any more. Their password stays. */
export async function voidPasswordLinks(pool: pg.Pool, userId: UserId): Promise<void> {
  await pool.query(
    `update public.credentials
     set password_version = password_version + 1, told_version = told_version + 1
     where user_id = $1`,
    [userId],
  )
}

/** The log says up to this version that the password has changed. */
export async function markTold(pool: pg.Pool, userId: UserId, version: number): Promise<void> {
  await pool.query('update public.credentials set told_version = greatest(told_version, $2) where user_id = $1', [
    userId,
    version,
  ])
}

/** Whose password has changed, before this moment, without the log being told. */
export async function untoldChanges(
  pool: Pick<pg.Pool, 'query'>,
  before: Date,
): Promise<readonly Pick<StoredCredentials, 'userId' | 'businessId' | 'passwordVersion'>[]> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select ${COLUMNS} from public.credentials where told_version < password_version and changed_at < $1`,
    [before],
  )
  return rows.map(credentialsFrom)
}
