import { createDatabase, type Database } from '@forecourt/kit/postgres.ts'
import { LIVE, schemaName } from '../projection/schema-name.ts'

/** Connections of the query service: enough for the bodies that are built at once on two cores. */
const CONNECTIONS = 8

/**
 * The look-ups keep their plans: to plan one costs more than to run it, and the server, which reckons with ten keys where
 * there mostly is one, would plan again each time. The queries that they are sent with are planned each time all the same,
 * unless they say that they keep theirs (`read_rows`). A plan that was made while the tables were small goes when their
 * statistics are next taken: autovacuum does that within minutes of their growth.
 */
const KEPT_PLANS = '-cplan_cache_mode=force_generic_plan'

/**
 * Opens the read model with the query service's role. Its functions and tables are named without their schema: the search
 * path says which read model is meant, so that a scratch one can be asked with the same queries.
 * @param connectionString `QUERY_DATABASE_URL`
 */
export async function openReadDatabase(connectionString: string, schema: string = LIVE): Promise<Database> {
  const url = new URL(connectionString)
  url.searchParams.set('options', `-csearch_path=${schemaName(schema)},public ${KEPT_PLANS}`)
  return await createDatabase({ connectionString: url.href, applicationName: 'forecourt query', max: CONNECTIONS })
}
