import { codeOf } from '@forecourt/kit/system-error.ts'
import { migrate } from '../migrate.ts'
import { CannotStart } from './cannot-start.ts'
import type { DatabasePart } from './parts.ts'
import type { Secrets } from './secrets.ts'

/**
 * Brings the database up to date and gives the query service's role the password of this data folder (or the one in
 * `QUERY_DATABASE_URL`).
 * @throws CannotStart when a database that was given by its address does not answer or does not let us in
 */
export async function migrateDatabase({ url, queryUrl }: DatabasePart, { QUERY_PASSWORD }: Secrets): Promise<void> {
  const password = decodeURIComponent(new URL(queryUrl).password)
  await prepareDatabase(url, password === '' ? QUERY_PASSWORD : password)
}

/**
 * Brings a database up to date; returns the names of the migrations that were run now.
 * @throws CannotStart when the database does not answer or does not let us in; HistoryDiffers
 */
export async function prepareDatabase(url: string, queryRolePassword: string): Promise<string[]> {
  try {
    return await migrate(url, { queryRolePassword })
  } catch (cause) {
    const code = codeOf(cause)
    const message = cause instanceof Error && cause.message !== '' ? cause.message : code
    // The driver has no code for a server that says nothing, or hangs up.
    if (
      /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|28|3D000)/.test(code) ||
      /timeout expired|read timeout|Connection terminated/i.test(message)
    ) {
      throw new CannotStart(`The database of DATABASE_URL cannot be used: ${message}.`, { cause })
    }
    throw cause
  }
}
