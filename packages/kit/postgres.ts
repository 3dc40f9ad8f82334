import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  type CommonQueryMethods,
  createPool as createPoolOfSlonik,
  type DatabasePool,
  type Interceptor,
  SchemaValidationError,
} from 'slonik'
import { afterStandstill } from './after-standstill.ts'
import { isDatabaseAway } from './database-down.ts'
import { impatientDriver } from './impatient-driver.ts'
import './listened-clients.ts'
import type { Log } from './logging.ts'
import { untilThere } from './until-there.ts'
import { within } from './within.ts'

interface PoolOptions {
  readonly connectionString: string
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string
  /** Most connections at a time. */
  readonly max?: number
  /** Statements of one connection are sent without waiting for the answers to those before: see `inTransaction`. */
  readonly pipeline?: boolean
  /** Statements and transactions may take as long as they need, whatever the database's own settings say: see `PATIENTLY`. */
  readonly patient?: boolean
  readonly log: Log
}

/** Waiting for a free or new connection, in milliseconds. */
const CONNECT_TIMEOUT = 5_000
/** The longest that a statement of a request may take, in milliseconds. */
const STATEMENT_TIMEOUT = 10_000
/** Then the server has gone silent, else it would have ended the statement itself. In milliseconds. */
const ANSWER_TIMEOUT = STATEMENT_TIMEOUT + 2_000

/**
 * For whoever reads a whole log or all rows of a table: there a person waits, who may end it, and no request. Set on the
 * connection, because roles and databases may have limits of their own.
 */
const PATIENTLY = { options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0' }
const IMPATIENTLY = {
  statement_timeout: STATEMENT_TIMEOUT,
  query_timeout: ANSWER_TIMEOUT,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT,
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void

/** A pool whose time to connect does not run while the process stands still. */
class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = afterStandstill(CONNECT_TIMEOUT, () => super.connect())
    if (connected === undefined) return connecting
    connecting.then(
      (client) => connected(undefined, client, (error) => client.release(error instanceof Error || error === true)),
      (error: Error) => connected(error, undefined, () => {}),
    )
    return undefined
  }
}

/**
 * A pool of plain connections. Every client has an error listener for as long as it lives: without one, a server that
 * dies under a checked-out client ends the whole process (SECURITY rule 21).
 */
export function createPgPool({
  connectionString,
  applicationName,
  max = 10,
  pipeline = false,
  patient = false,
  log,
}: PoolOptions): pg.Pool {
  const pool = new PatientPool({
    connectionString,
    application_name: applicationName,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    ...(patient ? PATIENTLY : IMPATIENTLY),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    pipeline,
  })
  pool.on('error', (error) => log.warn({ error }, 'an idle database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ error }, 'a database connection was lost'))
  })
  return pool
}

/** Whoever confirms the end of a connection does so in this time, in milliseconds. */
const GOODBYE = 1_000

/** Ends a connection of one's own. It is not waited for long: a peer that has gone silent never confirms the end. */
export async function hangUp(client: pg.Client): Promise<void> {
  const confirmed = client.end().catch(() => {}) // it may be lost already
  await Promise.race([confirmed, delay(GOODBYE, undefined, { ref: false })])
}

/** Slonik asks for the server's types without an end to waiting. In milliseconds. */
const OPEN_TIMEOUT = CONNECT_TIMEOUT + ANSWER_TIMEOUT

export type Database = DatabasePool
export type Queries = CommonQueryMethods

/**
 * A pool for `sql` tags: every row is checked by its statement's zod schema. Slonik asks the server for its types first, and a
 * process that is started while the server is being restarted must not end for that: it is waited for.
 * @throws the server's error, when it says no, or is not there for a minute
 */
export async function createDatabase(
  options: Omit<PoolOptions, 'log' | 'patient' | 'pipeline'>,
): Promise<DatabasePool> {
  return await untilThere(async () => {
    const opening = openPool(options)
    try {
      return await within(OPEN_TIMEOUT, opening)
    } catch (error) {
      // One that comes late is nobody's.
      opening.then((late) => late.end()).catch(() => {})
      throw error
    }
  }, isDatabaseAway)
}

async function openPool({
  connectionString,
  applicationName,
  max = 10,
}: Omit<PoolOptions, 'log' | 'patient' | 'pipeline'>): Promise<DatabasePool> {
  const url = new URL(connectionString)
  url.searchParams.set('application_name', applicationName)
  return await createPoolOfSlonik(url.href, {
    driverFactory: impatientDriver(ANSWER_TIMEOUT, CONNECT_TIMEOUT),
    maxPoolSize: max,
    connectionTimeout: CONNECT_TIMEOUT,
    // Whoever waits for a connection to a silent server has waited for its timeout: not three times over.
    connectionRetryLimit: 0,
    // For a statement under way when its connection is closed; in milliseconds.
    gracefulTerminationTimeout: 1_000,
    statementTimeout: STATEMENT_TIMEOUT,
    idleInTransactionSessionTimeout: STATEMENT_TIMEOUT,
    idleTimeout: 30_000,
    interceptors: [rowParser],
    // A statement that was not finished is not repeated behind our back: whoever sent it knows whether it may be.
    queryRetryLimit: 0,
    transactionRetryLimit: 0,
    // Nothing is ever set on a session (settings live in transactions) but plans that are kept, so there is nothing to
    // discard: a round trip less.
    resetConnection: async () => {},
  })
}

const rowParser: Interceptor = {
  name: 'row-parser',
  transformRowAsync: async ({ resultParser }, query, row) => {
    if (!resultParser) return row
    const result = await resultParser['~standard'].validate(row)
    if (result.issues) throw new SchemaValidationError(query, row, result.issues)
    // A row's schema may make objects of its columns (dates, money): the type that slonik names here is the driver's.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return result.value as typeof row
  },
}
