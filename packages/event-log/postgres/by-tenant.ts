import pg from 'pg'
import type { Filter, Position, Recorded, TenantPlace } from '../port.ts'
import { TIMEOUTS } from './lost-connection.ts'
import { COLUMNS, PAGE, type Row, recorded, types } from './reader.ts'

/**
 * Sorting a long log takes as long as it takes, and whoever reads it may take their time between two pages. A server that
 * sorts for somebody who has gone notices, and so does whoever waits for a machine that has gone: by default it would be
 * looked for after two hours only.
 */
const PATIENTLY = {
  connectionTimeoutMillis: TIMEOUTS.connectionTimeoutMillis,
  keepAlive: TIMEOUTS.keepAlive,
  keepAliveInitialDelayMillis: 30_000,
  options: '-c statement_timeout=0 -c idle_session_timeout=0 -c client_connection_check_interval=1000',
}

/** What is sorted already is given at once: a server that takes longer for a page has gone silent. In milliseconds. */
const PAGE_TIMEOUT = 60_000

/**
 * What the server sorts in memory before it takes to its disk. More is slower: with 64 MB a quarter of a million events took a
 * third longer, as memory is had from the system page by page.
 */
const SORTED_IN_MEMORY = '8MB'

/** Tenants whose events are sorted together: ids from the one (inclusive) up to the other (exclusive). */
interface Part {
  readonly from: string
  readonly below: string | null
}

/** A quarter of all tenants each, for their ids are random: a quarter of the log is what the server's disk needs room for. */
const PARTS: readonly Part[] = [
  { from: '', below: '4' },
  { from: '4', below: '8' },
  { from: '8', below: 'c' },
  { from: 'c', below: null },
]

/** Events in the order in which they are wanted. */
interface Sorted {
  /** The next ones; none at their end. */
  next(): Promise<Row[]>
  close(): void
}

/**
 * The log up to a position, tenant after tenant (see `EventLog.readByTenant`), sorted by the server part by part: while one is
 * read, the next is sorted. No transaction is open meanwhile, so nothing that is written has to be kept for this reader.
 * @param end closes the connections, also while the server sorts
 * @param pageTimeout after which a server that has to give a sorted page counts as silent, in milliseconds
 * @throws the database's error: no connection is made again, for what was sorted is gone with it
 */
export async function* readByTenant(
  connectionString: string,
  upTo: Position,
  { prefixes }: Filter,
  after: TenantPlace | undefined,
  end: AbortSignal,
  pageTimeout = PAGE_TIMEOUT,
): AsyncGenerator<Recorded> {
  const over = new AbortController()
  const server = { connectionString, pageTimeout, end: AbortSignal.any([end, over.signal]) }
  const sort = (part: Part | undefined): Promise<Sorted> | undefined => {
    const sorting = part && sorted(server, part, [upTo, prefixes, after?.tenant ?? '', after?.position ?? 0])
    // Nobody waits for what was sorted ahead when the reader stops early; who does wait still sees the error.
    sorting?.catch(() => {})
    return sorting
  }
  const parts = PARTS.filter(({ below }) => below === null || below > (after?.tenant ?? '')).values()
  try {
    for (let next = sort(parts.next().value); next !== undefined; ) {
      const part = await next
      next = sort(parts.next().value)
      for (let page = part.next(); ; ) {
        const rows = await page
        if (rows.length === 0) break
        page = part.next()
        for (const row of rows) yield recorded(row)
      }
      part.close()
    }
  } finally {
    over.abort()
  }
}

interface Server {
  readonly connectionString: string
  readonly pageTimeout: number
  readonly end: AbortSignal
}

/** Whoever connects for so much longer than they may stood still, and has not read yet what the server has said. In milliseconds. */
const STOOD_STILL = 1_000

async function connected({ connectionString, end }: Pick<Server, 'connectionString' | 'end'>): Promise<pg.Client> {
  for (let tries = 1; ; tries += 1) {
    const began = performance.now()
    const client = new pg.Client({ connectionString, application_name: 'forecourt log sort', types, ...PATIENTLY })
    // A client without this listener ends the whole process when the server dies under it.
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      client.end().catch(() => {})
      if (tries > 1 || end.aborted || performance.now() - began < PATIENTLY.connectionTimeoutMillis + STOOD_STILL)
        throw error
    }
  }
}

/** The server keeps what it has sorted in a file of its own, until the connection is closed. */
async function sorted(
  { connectionString, pageTimeout, end }: Server,
  { from, below }: Part,
  values: readonly unknown[],
): Promise<Sorted> {
  const client = await connected({ connectionString, end })
  const close = () => {
    end.removeEventListener('abort', close)
    // Not awaited: a server that has gone silent never confirms the end.
    client.end().catch(() => {})
  }
  try {
    // Not before: a client that is ended while it connects never says so.
    end.throwIfAborted()
    end.addEventListener('abort', close)
    await client.query(`begin; set local work_mem = '${SORTED_IN_MEMORY}'`)
    await client.query(
      `declare by_tenant no scroll cursor with hold for
       select ${COLUMNS}
       from (
         select ${COLUMNS}, coalesce(metadata ->> 'tenantId', '') collate "C" as tenant
         from log.events
         where position <= $1 and stream ^@ any ($2::text[])
         -- Here the query is not to be taken apart: whose an event is would be looked up once for each use of it.
         offset 0
       ) event
       where (tenant, position) > ($3::text, $4::bigint) and tenant >= $5 and ($6::text is null or tenant < $6)
       order by tenant, position`,
      [...values, from, below],
    )
    // Here it sorts, for as long as it takes.
    await client.query('commit')
  } catch (error) {
    close()
    throw error
  }
  const fetch = {
    name: 'next',
    text: `fetch ${PAGE} from by_tenant`,
    rowMode: 'array',
    query_timeout: pageTimeout,
  } as const
  return {
    next() {
      const rows = client.query<Row>(fetch).then((page) => page.rows)
      // As above: it is asked for ahead.
      rows.catch(() => {})
      return rows
    },
    close,
  }
}
