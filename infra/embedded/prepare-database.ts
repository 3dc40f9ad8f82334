import { migrate } from '../migrate.ts'
import { CannotStart } from './cannot-start.ts'
import { codeOf } from './data-folder.ts'
import type { DatabasePart } from './parts.ts'
import type { Secrets } from './secrets.ts'

/**
 * Brings the database up to date and gives the query service's role the password of this data folder (or the one in
 * `QUERY_DATABASE_URL`).
 * @throws CannotStart when a database that was given by its address does not answer or does not let us in
 */
export async function migrateDatabase({ url, queryUrl }: DatabasePart, { QUERY_PASSWORD }: Secrets): Promise<void> {
  const password = decodeURIComponent(new URL(queryUrl).password)
  try {
    await migrate(url, { queryRolePassword: password === '' ? QUERY_PASSWORD : password })
  } catch (cause) {
    const code = codeOf(cause)
    if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|28|3D000)/.test(code)) {
      throw new CannotStart(
        `The database of DATABASE_URL cannot be used: ${cause instanceof Error ? cause.message || code : code}.`,
        { cause },
      )
    }
    throw cause
  }
}
