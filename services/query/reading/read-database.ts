import type { Log } from '@forecourt/kit/logging.ts'
import { createDatabase, createPgPool, type Database } from '@forecourt/kit/postgres.ts'
import type pg from 'pg'
import { LIVE, schemaName } from '../projection/schema-name.ts'

/** Connections of the query service: enough for the bodies that are built at once on two cores. */
const CONNECTIONS = 8
/** Of each kind of look-up one is under way at a time (`gather.ts`). */
const LOOK_UPS = 5

/**
 * The look-ups keep their plans: to plan one costs more than to run it, and the server, which reckons with ten keys where
 * there mostly is one, would plan again each time. The queries that they are sent with are planned each time all the same,
 * unless they say that they keep theirs (`read_rows`). A plan that was made while the tables were small goes when their
 * statistics are next taken: autovacuum does that within minutes of their growth.
 */
const PLANNED_ONCE = '-cplan_cache_mode=force_generic_plan'

/**
 * Opens the read model with the query service's role. Its functions and tables are named without their schema: the search
 * path says which read model is meant, so that a scratch one can be asked with the same queries.
 * @param connectionString `QUERY_DATABASE_URL`
 */
export async function openReadDatabase(connectionString: string, schema: string = LIVE): Promise<Database> {
  const url = reading(connectionString, schema)
  return await createDatabase({ connectionString: url, applicationName: 'forecourt query', max: CONNECTIONS })
}

/** Plain connections for the look-ups that come before every answer (`tenants.ts`): slonik prepares no statements. */
export function openLookUps(connectionString: string, log: Log): pg.Pool {
  const url = reading(connectionString, LIVE)
  return createPgPool({ connectionString: url, applicationName: 'forecourt query', max: LOOK_UPS, log })
}

function reading(connectionString: string, schema: string): string {
  const url = new URL(connectionString)
  url.searchParams.set('options', `-csearch_path=${schemaName(schema)},public ${PLANNED_ONCE}`)
  return url.href
}
