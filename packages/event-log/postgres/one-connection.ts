import pg from 'pg'
import { isRefusal, TIMEOUTS } from './lost-connection.ts'

/** One connection that is opened when it is first needed and replaced when it is lost. Its user runs one call at a time. */
export interface OneConnection {
  /** Runs the work on the connection. Whatever fails other than by the server's refusal costs the connection. */
  use<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** @param applicationName shown in `pg_stat_activity` */
export function createOneConnection(connectionString: string, applicationName: string): OneConnection {
  let open: pg.Client | undefined

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString, application_name: applicationName, ...TIMEOUTS })
    // A client without this listener ends the whole process when the server dies under it.
    client.on('error', () => discard(client))
    client.on('end', () => discard(client))
    await client.connect()
    return client
  }

  /** Not awaited: a peer that has gone silent never confirms the end. */
  function discard(client: pg.Client): void {
    if (open === client) open = undefined
    client.end().catch(() => {})
  }

  return {
    async use(work) {
      const client = open ?? (await connect())
      open = client
      try {
        return await work(client)
      } catch (error) {
        if (!isRefusal(error)) discard(client)
        throw error
      }
    },
    async close() {
      const client = open
      open = undefined
      await client?.end().catch(() => {})
    },
  }
}
