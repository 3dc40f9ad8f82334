import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { isRefusal, TIMEOUTS } from './lost-connection.ts'

/** The end of the connection is waited for so long, in milliseconds: a peer that has gone silent never confirms it. */
const ENDS_WITHIN = 1_000

/** One connection that is opened when it is first needed and replaced when it is lost. It runs one call after the other. */
export interface OneConnection {
  /** Runs the work on the connection. Whatever fails other than by the server's refusal costs the connection. */
  use<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  /** Runs the work if the connection is open: for what is worth neither a connection nor a second try. */
  useIfOpen(work: (client: pg.Client) => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

/**
 * @param applicationName shown in `pg_stat_activity`
 * @param setting statement that is run once on each connection. Not an option of the connection itself: poolers refuse those
 */
export function createOneConnection(
  connectionString: string,
  applicationName: string,
  setting?: string,
): OneConnection {
  let open: pg.Client | undefined
  let last: Promise<unknown> = Promise.resolve()

  function inLine<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString, application_name: applicationName, ...TIMEOUTS })
    // A client without this listener ends the whole process when the server dies under it.
    client.on('error', () => discard(client))
    client.on('end', () => discard(client))
    await client.connect()
    if (setting === undefined) return client
    try {
      await client.query(setting)
      return client
    } catch (error) {
      discard(client)
      throw error
    }
  }

  /** Not awaited: a peer that has gone silent never confirms the end. */
  function discard(client: pg.Client): void {
    if (open === client) open = undefined
    client.end().catch(() => {})
  }

  return {
    use: (work) =>
      inLine(async () => {
        const client = open ?? (await connect())
        open = client
        try {
          return await work(client)
        } catch (error) {
          if (!isRefusal(error)) discard(client)
          throw error
        }
      }),
    useIfOpen: (work) =>
      inLine(async () => {
        const client = open
        if (client === undefined) return
        try {
          await work(client)
        } catch (error) {
          if (!isRefusal(error)) discard(client)
        }
      }),
    async close() {
      const client = open
      open = undefined
      await Promise.race([client?.end().catch(() => {}), delay(ENDS_WITHIN, undefined, { ref: false })])
    },
  }
}
