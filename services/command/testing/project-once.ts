import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { rebuild } from '@forecourt/query/projection/rebuild.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { createTeller } from '@forecourt/query/projection/tell.ts'
import type { Running, World } from './world.ts'

/** Makes the read model of all that is in the log by now, as a projector leaves it that is stopped after that. */
export async function projectOnce({ database, masterKey, lookupKey }: World, { core }: Running): Promise<void> {
  const log = createLog({ service: 'projector', level: 'silent' })
  const connectionString = database.url
  const vault = createVault({ connectionString, masterKey, lookupKey })
  const pool = createPgPool({ connectionString, applicationName: 'projector of a test', pipeline: true, log })
  try {
    await rebuild({ pool, schema: LIVE, tell: createTeller(vault), log, eventLog: core.log })
  } finally {
    await pool.end()
    await vault.close()
  }
}
