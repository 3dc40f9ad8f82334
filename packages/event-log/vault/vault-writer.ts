import type { Alongside } from '../port.ts'
import { appendMany } from '../postgres/append-many.ts'
import { createGatherer } from '../postgres/gather.ts'
import { untilAnswered } from '../postgres/lost-connection.ts'
import { createOneConnection } from '../postgres/one-connection.ts'

/** Commits the rows that travel with an append when the log itself is elsewhere: before the append, in Postgres. */
export interface VaultWriter {
  /**
   * Resolves when the rows are durable. The same rows again are no conflict, so an append may be retried with its rows.
   * @throws {PersonConflict} the vault holds another row for this person, or does not know who must be known
   * @throws {FileConflict} the file belongs to another person
   * @throws {Unavailable} the outcome is unknown; the identical call may follow
   */
  commit(alongside: Alongside): Promise<void>
  close(): Promise<void>
}

/** No stream of the product has this name, and no event is ever written to it. */
const NO_STREAM = 'vault'

/**
 * Rows go through the very function that appends in Postgres, as an append of no events: the same outcomes and the same
 * group commit, told once.
 */
export function createVaultWriter({ connectionString }: { readonly connectionString: string }): VaultWriter {
  const connection = createOneConnection(connectionString, 'forecourt vault write')
  const gatherer = createGatherer((appends) =>
    untilAnswered('vault', () => connection.use((client) => appendMany(client, appends))),
  )
  return {
    async commit(alongside) {
      await gatherer.append({ stream: NO_STREAM, expected: 'any', events: [], alongside })
    },
    async close() {
      await gatherer.close()
      await connection.close()
    },
  }
}
