import { createDatabase, type Database } from '@forecourt/kit/postgres.ts'
import { LIVE, schemaName } from '../projection/schema-name.ts'

/** Connections of the query service: enough for the bodies that are built at once on two cores. */
const CONNECTIONS = 8

/**
 * Opens the read model with the query service's role. Its functions and tables are named without their schema: the search
 * path says which read model is meant, so that a scratch one can be asked with the same queries.
 * @param connectionString `QUERY_DATABASE_URL`
 */
export async function openReadDatabase(connectionString: string, schema: string = LIVE): Promise<Database> {
  const url = new URL(connectionString)
  url.searchParams.set('options', `-csearch_path=${schemaName(schema)},public`)
  return await createDatabase({ connectionString: url.href, applicationName: 'forecourt query', max: CONNECTIONS })
}
